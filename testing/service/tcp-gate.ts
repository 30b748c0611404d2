// A TCP relay that a test can close, turn into a network that loses every packet, or point to another server.
import { connect, createServer, type Server, type Socket } from 'node:net'

export type TcpTarget = { readonly host: string; readonly port: number }

export type TcpGate = {
  readonly port: number
  /** Breaks connections through it, and refuses new ones, until it opens again. */
  readonly shut: () => Promise<void>
  /**
   * Loses every packet, unnoticed by both ends, as when a machine loses its power. New connections are accepted, and
   * their packets are lost too. When it opens again, only later connections work, and the server has learned by its
   * keepalive that earlier clients have disconnected.
   */
  readonly swallow: () => void
  readonly open: () => Promise<void>
  /** Points later connections to that server. */
  readonly pointTo: (target: TcpTarget) => void
  readonly close: () => Promise<void>
}

export async function openTcpGate(first: TcpTarget): Promise<TcpGate> {
  let target = first
  let swallows = false
  const sockets = new Set<Socket>()
  const toServer = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const relay = (incoming: Socket) => {
    keep(incoming)
    if (swallows) return void incoming.resume()
    const outgoing = keep(connect(target.port, target.host))
    toServer.add(outgoing)
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => {
      toServer.delete(outgoing)
      incoming.destroy()
    })
  }
  let server: Server | null = null
  const listen = (wantedPort: number) =>
    new Promise<number>((resolve, reject) => {
      server = createServer(relay)
      server.once('error', reject)
      server.listen(wantedPort, '127.0.0.1', () => {
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
    swallow: () => {
      swallows = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.removeAllListeners('close')
        socket.resume()
      }
    },
    open: async () => {
      if (swallows) for (const socket of toServer) socket.destroy()
      toServer.clear()
      swallows = false
      if (server === null) await listen(port)
    },
    pointTo: (next) => {
      target = next
    },
    close: shut,
  }
}

/** Returns the address of a database through the gate. */
export function throughGate(databaseUrl: string, { port }: Pick<TcpGate, 'port'>): string {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}

export function targetOf(databaseUrl: string): TcpTarget {
  const { hostname, port } = new URL(databaseUrl)
  return { host: hostname, port: Number(port) }
}
