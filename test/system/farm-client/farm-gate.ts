// A relay between the farm client and the service that loses single requests, responses, or the rest of a file, as a network does.
import { openTcpGate } from '../../../testing/service/tcp-gate.ts'

/** A request of the client, by what it is for. */
export type FarmRequest = 'claim' | 'file' | 'heartbeat' | 'done' | 'fail' | 'report' | 'other'
/** `during`: half of the response has been sent. */
export type FarmMoment = 'before' | 'during' | 'after'

export type FarmGate = {
  readonly url: string
  /**
   * Called at each moment of each request. If it returns true, the connections are cut at that moment: `before`, the request does not
   * arrive.
   */
  readonly on: (call: (request: FarmRequest, moment: FarmMoment) => Promise<boolean>) => void
  readonly close: () => Promise<void>
}

const requestOf = (method: string, path: string): FarmRequest => {
  if (path === '/api/farm/jobs/claim') return 'claim'
  if (path.startsWith('/api/farm/printers/') && method === 'PUT') return 'report'
  const last = /^\/api\/farm\/jobs\/[^/]+\/(file|heartbeat|done|fail)$/.exec(path)?.[1]
  return last === 'file' || last === 'heartbeat' || last === 'done' || last === 'fail'
    ? last
    : 'other'
}

export async function openFarmGate(service: string): Promise<FarmGate> {
  let hook: (request: FarmRequest, moment: FarmMoment) => Promise<boolean> = async () => false
  const cut = async () => {
    await gate.shut()
    await gate.open()
  }
  const lost = () => new Response('lost', { status: 500 })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const what = requestOf(request.method, pathname)
      const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
      const isLost = async (moment: FarmMoment) => {
        if (!(await hook(what, moment))) return false
        await cut()
        return true
      }
      if (await isLost('before')) return lost()
      const headers = new Headers(request.headers)
      headers.delete('host')
      const response = await fetch(`${service}${pathname}${search}`, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (await isLost('after')) return lost()
      const sent = { status: response.status, headers: { 'content-type': 'application/json' } }
      if (what !== 'file') return new Response(bytes, sent)
      const half = Math.floor(bytes.length / 2)
      return new Response(
        new ReadableStream({
          start: async (controller) => {
            controller.enqueue(bytes.subarray(0, half))
            if (await isLost('during')) return controller.error(new Error('cut'))
            controller.enqueue(bytes.subarray(half))
            controller.close()
          },
        }),
        sent,
      )
    },
  })
  const gate = await openTcpGate({ host: '127.0.0.1', port: server.port ?? 0 })
  return {
    url: `http://127.0.0.1:${gate.port}`,
    on: (call) => {
      hook = call
    },
    close: async () => {
      await gate.close()
      await server.stop(true)
    },
  }
}
