// Smuggled requests through HAProxy. It adds X-Forwarded-For to every request that it sees: a request without it was
// hidden from HAProxy in the body of another.
import { beforeEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { startProxy } from '../../../lab/foreign/haproxy.ts'
import { foreign, pathOrSkip } from '../../../lab/foreign/places.ts'
import { smugglingCases } from '../../../lab/foreign/smuggling.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'

const program = pathOrSkip(foreign.haproxy)
const hiddenPath = '/api/price?smuggled'
const hidden = `GET ${hiddenPath} HTTP/1.1\r\nHost: farm.example\r\n\r\n`
const price = jsonPost({ bboxMm: { x: 40, y: 30, z: 20 }, material: 'petg' })
/** A server that waits for the rest of a request is silent: its proxy closes after 5 s. */
const longestWaitMs = 8_000

describe.skipIf(program === null)('behind HAProxy', () => {
  const service = useService()
  const seen: { path: string; isForwarded: boolean }[] = []
  const server = use(() => {
    const listening = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        const { pathname, search } = new URL(request.url)
        const isForwarded = request.headers.has('x-forwarded-for')
        seen.push({ path: `${pathname}${search}`, isForwarded })
        return service.app.handle(request)
      },
    })
    return { port: listening.port ?? 0, close: () => listening.stop(true) }
  })
  const proxy = use(() => startProxy(program ?? '', server.port))
  beforeEach(() => {
    seen.length = 0
  })

  test.each(smugglingCases.map(({ name, bytes }) => [name, bytes] as const))(
    '%s cannot hide a request',
    async (_name, bytes) => {
      const received = await exchange(proxy.port, bytes(hidden))
      expect(received).toMatch(/^(?:HTTP\/1\.1 [24]\d\d |$)/)
      // On the server connection that the case used: the response must be that of this request.
      const next = await fetch(`http://127.0.0.1:${proxy.port}/api/price`, price)
      expect(next.status).toBe(200)
      expect(seen.filter(({ isForwarded }) => !isForwarded)).toEqual([])
      expect(seen.at(-1)).toEqual({ path: '/api/price', isForwarded: true })
    },
    30_000,
  )

  test('a hidden request would be detected, because one sent to the server directly has no header', async () => {
    await exchange(server.port, hidden)
    expect(seen).toEqual([{ path: hiddenPath, isForwarded: false }])
  })
})

/** Sends the bytes and returns the response until the connection ends or nothing arrives for a second. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    let idle: ReturnType<typeof setTimeout>
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const end = () => {
      clearTimeout(idle)
      socket.destroy()
      resolve(received)
    }
    idle = setTimeout(end, longestWaitMs)
    socket.on('data', (data) => {
      received += data.toString('latin1')
      clearTimeout(idle)
      idle = setTimeout(end, 1_000)
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}
