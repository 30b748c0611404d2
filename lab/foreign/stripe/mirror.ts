// A server between the adapter and the stand-in that sends every request to stripe-mock as well and keeps both responses.

/** A request of the adapter, and both responses. */
export type Exchange = {
  /** Endpoint such as `GET /v1/payment_intents/:id`. */
  readonly endpoint: string
  readonly sent: string
  readonly standIn: Side
  readonly mock: Side
}

export type Side = { readonly status: number; readonly body: unknown }

export type Mirror = {
  readonly baseUrl: string
  readonly exchanges: () => readonly Exchange[]
  readonly close: () => Promise<void>
}

export type Translate = (path: string, body: string) => string

/** Opens the mirror. `translate`: returns the body for stripe-mock. */
export function openMirror(standInUrl: string, mockUrl: string, translate: Translate): Mirror {
  const exchanges: Exchange[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      const send = (base: string, requestText: string) =>
        fetch(`${base}${pathname}${search}`, {
          method: request.method,
          headers: headersOf(request),
          ...(request.method === 'POST' ? { body: requestText } : {}),
        })
      const response = await send(standInUrl, body)
      const text = await response.text()
      exchanges.push({
        endpoint: endpointOf(request.method, pathname),
        sent: body === '' ? search.slice(1) : body,
        standIn: { status: response.status, body: JSON.parse(text) },
        mock: await sideOf(await send(mockUrl, translate(pathname, body))),
      })
      return new Response(text, { status: response.status, headers: response.headers })
    },
  })
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    exchanges: () => exchanges,
    close: () => server.stop(true),
  }
}

async function sideOf(response: Response): Promise<Side> {
  return { status: response.status, body: await response.json() }
}

function headersOf({ headers }: Request): Record<string, string> {
  const kept = ['authorization', 'content-type', 'idempotency-key', 'stripe-version']
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/**
 * Returns the endpoint. Ids have a prefix and at least eight further characters; names of lists have no digit or
 * capital.
 */
const endpointOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/(?:[a-z]+_)+(?=\w*[A-Z0-9])\w{8,}/g, '/:id')}`
