// A TCP relay that a test can shut: connections through it break and new ones are refused, until it opens again.
import { connect, createServer, type Server, type Socket } from 'node:net'

export type TcpGate = {
  readonly port: number
  readonly shut: () => Promise<void>
  readonly open: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  let server: Server | null = null
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server = createServer((incoming) => {
        const outgoing = keep(connect(target.port, target.host))
        keep(incoming).pipe(outgoing).pipe(incoming)
        incoming.on('close', () => outgoing.destroy())
        outgoing.on('close', () => incoming.destroy())
      })
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server?.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  const port = await listen(0)
  const shut = async () => {
    const closing = server
    server = null
    const closed = new Promise<void>((resolve) =>
      closing === null ? resolve() : closing.close(() => resolve()),
    )
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    shut,
    open: async () => {
      if (server === null) await listen(port)
    },
    close: shut,
  }
}
