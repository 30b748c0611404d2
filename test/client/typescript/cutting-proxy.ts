// A relay on loopback that closes the connection after a number of bytes of the next request, or of the next
// response.
import { connect, createServer, type Socket } from 'node:net'

export type Cut = { readonly of: 'request' | 'response'; readonly afterBytes: number }

export type CuttingProxy = {
  readonly baseUrl: string
  /** Starts counting, and closes `times` connections after the number of bytes. Null closes none. */
  readonly arm: (cut: Cut | null, times?: number) => void
  /** Returns the numbers of bytes that passed since the last call of `arm`. */
  readonly passed: () => { readonly request: number; readonly response: number }
  /** Returns whether all connections were closed. */
  readonly hasCut: () => boolean
  readonly close: () => Promise<void>
}

export async function openCuttingProxy(port: number): Promise<CuttingProxy> {
  let cut: Cut | null = null
  let left = 0
  let passed = { request: 0, response: 0 }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const relay = (of: Cut['of'], from: Socket, to: Socket) => {
    const end = () => {
      from.destroy()
      to.destroy()
    }
    from.on('close', end)
    from.on('data', (bytes) => {
      const room = cut?.of === of && left > 0 ? cut.afterBytes - passed[of] : Infinity
      const part = bytes.subarray(0, Math.max(0, room))
      passed = { ...passed, [of]: passed[of] + part.length }
      if (room > bytes.length) return void to.write(part)
      left -= 1
      passed = { request: 0, response: 0 }
      to.write(part, end)
    })
  }
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    relay('request', keep(incoming), outgoing)
    relay('response', keep(outgoing), incoming)
  })
  const own = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return {
    baseUrl: `http://127.0.0.1:${own}`,
    arm: (next, times = 1) => {
      cut = next
      left = next === null ? 0 : times
      passed = { request: 0, response: 0 }
    },
    passed: () => passed,
    hasCut: () => left === 0,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
