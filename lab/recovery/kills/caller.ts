// A caller who places one order and repeats the request under its key until the response is final, as the clients of the service do.
import * as v from 'valibot'
import { CUBE, orderForm } from '../../../testing/people/submit.ts'
import type { RealServer } from '../../../testing/service/real-server.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/test-accounts.ts'

const body = v.object({
  code: v.string(),
  paid: v.boolean(),
  charge: v.picklist(['charged', 'declined', 'not_made', 'no_card', 'settling']),
  paymentUrl: v.nullable(v.string()),
})

export type Submitted = v.InferOutput<typeof body> & { readonly isReplayed: boolean }

export type Order = {
  readonly key: string
  readonly account: TestAccount
  /** Returns the same fields and bytes at every call. */
  readonly form: () => FormData
}

/** One black cube of 20 mm. */
export const cubeOrder = (key: string, account: TestAccount): Order => ({
  key,
  account,
  form: () => orderForm({ color: 'Black' }, CUBE),
})

/** `requests`: number of requests. `finalAt`: time of the final response. */
export type Placed = Order & {
  readonly response: Submitted
  readonly requests: number
  readonly sentAt: number
  readonly finalAt: number
}

/** Sends one request; returns null when there was no response, or one that says to retry. */
export async function submitOnce(server: RealServer, order: Order): Promise<Submitted | null> {
  let response: Response
  let text: string
  try {
    response = await fetch(
      `${server.baseUrl}/api/print/orders`,
      rawPost(order.form(), {
        ...order.account.headers,
        'idempotency-key': order.key,
      }),
    )
    text = await response.text()
  } catch {
    return null
  }
  if (response.status === 201) {
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    return { ...v.parse(body, JSON.parse(text)), isReplayed }
  }
  if (![409, 429, 500, 502, 503].includes(response.status)) {
    throw new Error(`${order.key}: ${response.status} ${text}`)
  }
  return null
}

/** Returns null when `isOver` is true first. */
export async function placeUntilFinal(
  server: RealServer,
  order: Order,
  isOver: () => boolean = () => false,
): Promise<Placed | null> {
  const sentAt = Date.now()
  for (let requests = 1; !isOver(); requests += 1) {
    const response = await submitOnce(server, order)
    if (response !== null && response.charge !== 'settling') {
      return { ...order, response, requests, sentAt, finalAt: Date.now() }
    }
    await Bun.sleep(response === null ? 250 : 1_000)
  }
  return null
}
