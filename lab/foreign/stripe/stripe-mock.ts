// stripe-mock, Stripe's server for tests: it checks requests by Stripe's OpenAPI document and returns examples from
// it.
import { freePort, waitUntil } from '../../../testing/service/real-server.ts'

export type StripeMock = { readonly baseUrl: string; readonly close: () => Promise<void> }

export async function startStripeMock(path: string): Promise<StripeMock> {
  const port = await freePort()
  // By default it also opens a port for HTTPS, on every address.
  const addresses = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0']
  const server = Bun.spawn([path, ...addresses], { stdout: 'ignore', stderr: 'ignore' })
  const baseUrl = `http://127.0.0.1:${port}`
  await waitUntil('stripe-mock listens', () =>
    fetch(baseUrl).then(
      () => true,
      () => false,
    ),
  )
  return {
    baseUrl,
    close: async () => {
      server.kill()
      await server.exited
    },
  }
}
