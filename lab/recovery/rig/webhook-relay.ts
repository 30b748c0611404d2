// The public address of the farm for the card processor's events: forwards each to the first host that accepts it.
import { addresses, hostNames } from './network.ts'

const limitMs = 4_000

export function startWebhookRelay(port: number): void {
  Bun.serve({
    hostname: addresses.outside,
    port,
    idleTimeout: 60,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const body = await request.text()
      for (const host of hostNames) {
        const response = await fetch(`http://${addresses[host]}:${port}${pathname}`, {
          method: request.method,
          headers: request.headers,
          body,
          signal: AbortSignal.timeout(limitMs),
        }).catch(() => null)
        if (response !== null && response.status < 500) {
          return new Response(await response.text(), { status: response.status })
        }
      }
      return new Response('No host responded.\n', { status: 502 })
    },
  })
}
