// A platform of the Universal Commerce Protocol: sends its header with every request.
import type { TestService } from '../service/service.ts'

export const AGENT = 'profile="https://platform.example/.well-known/ucp"'

export type Checkout = {
  readonly id: string
  readonly status: string
  readonly continue_url: string
  readonly expires_at: string
  readonly line_items: readonly {
    readonly id: string
    readonly item: { readonly id: string; readonly title: string; readonly price: number }
    readonly quantity: number
    readonly totals: readonly Total[]
  }[]
  readonly totals: readonly Total[]
  readonly messages: readonly {
    readonly type: string
    readonly code: string
    readonly severity?: string
    readonly content: string
    readonly path?: string
  }[]
}

type Total = { readonly type: string; readonly amount: number }

export type Sent = {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export function createPlatform(service: Pick<TestService, 'fetch'>) {
  const send = async (path: string, { method = 'GET', body, headers = {} }: Sent = {}) => {
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await service.fetch(`/ucp/checkout-sessions${path}`, {
      method,
      headers: { 'ucp-agent': AGENT, 'content-type': 'application/json', ...headers },
      ...(sent !== undefined && { body: sent }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: JSON.parse(text) as Checkout & Record<string, unknown>,
    }
  }
  return {
    send,
    create: (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send('', { method: 'POST', body, headers }),
    update: (id: string, body: unknown) => send(`/${id}`, { method: 'PUT', body }),
    read: (id: string) => send(`/${id}`),
    complete: (id: string, body: unknown = {}) => send(`/${id}/complete`, { method: 'POST', body }),
    cancel: (id: string) => send(`/${id}/cancel`, { method: 'POST' }),
  }
}

/** Returns the body of a checkout of one item. */
export const itemOf = (id: string, quantity = 1, country?: string) => ({
  line_items: [{ item: { id }, quantity }],
  ...(country !== undefined && { context: { address_country: country } }),
})

export const amountOf = (totals: readonly Total[], type: string): number | undefined =>
  totals.find((total) => total.type === type)?.amount
