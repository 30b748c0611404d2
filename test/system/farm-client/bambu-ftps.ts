// FTP over implicit TLS, as far as basic-ftp needs it to store a file (RFC 959, 3659, 4217).
import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Certificate } from './bambu.ts'
import { lost } from './stand-in.ts'

export type FtpsServer = {
  readonly port: number
  /** Sets the reply that refuses files; null = files are accepted. */
  readonly refuse: (reply: string | null) => void
  readonly close: () => Promise<void>
}

type Options = {
  readonly certificate: () => Certificate
  readonly accessCode: () => string
  readonly files: Map<string, Uint8Array>
  readonly on: (what: 'STOR', moment: 'before' | 'after') => Promise<unknown>
}

export async function openFtps(options: Options): Promise<FtpsServer> {
  let refusal: string | null = null
  const sockets = new Set<TLSSocket>()
  const sessions = createTlsServers()
  const onSocket = (socket: TLSSocket) => {
    sockets.add(socket)
    serve(socket, { ...options, sessions }, () => refusal)
  }
  const { server, port } = await listenTls(options.certificate, onSocket, sessions)
  return {
    port,
    refuse: (reply) => {
      refusal = reply
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Servers that share their TLS sessions: a session of one can be resumed at another. Each certificate has its own server. */
export type TlsServers = {
  readonly connect: (
    certificate: Certificate,
    onSocket: (socket: TLSSocket) => void,
  ) => Promise<Socket>
}

export function createTlsServers(): TlsServers {
  const ports = new Map<Certificate, Promise<number>>()
  /** Handlers of connections, by the connection's source port. */
  const takers = new Map<number | undefined, (socket: TLSSocket) => void>()
  const portOf = (certificate: Certificate) => {
    const known = ports.get(certificate)
    if (known !== undefined) return known
    const tls = createServer(certificate, (socket) => {
      socket.on('error', () => {})
      takers.get(socket.remotePort)?.(socket)
    })
    tls.on('tlsClientError', () => {})
    tls.listen(0, '127.0.0.1')
    const port = once(tls, 'listening').then(() => (tls.address() as AddressInfo).port)
    ports.set(certificate, port)
    return port
  }
  return {
    connect: async (certificate, onSocket) => {
      const socket = connect(await portOf(certificate), '127.0.0.1')
      await once(socket, 'connect')
      takers.set(socket.localPort, onSocket)
      return socket
    },
  }
}

/** Starts a TLS server that presents to each connection the certificate that is set at that moment. */
export async function listenTls(
  certificate: () => Certificate,
  onSocket: (socket: TLSSocket) => void,
  servers = createTlsServers(),
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createTcpServer(async (incoming) => {
    incoming.on('error', () => {})
    const outgoing = await servers.connect(certificate(), onSocket)
    outgoing.on('error', () => {})
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

type Data = {
  /** Whether its TLS session is that of the control connection. */
  readonly isResumed: Promise<boolean>
  readonly bytes: Promise<Uint8Array>
}

function serve(
  socket: TLSSocket,
  options: Options & { readonly sessions: TlsServers },
  refusal: () => string | null,
): void {
  const reply = (line: string) => void socket.write(`${line}\r\n`)
  let isIn = false
  let data: Data | null = null
  const commands: Readonly<Record<string, (argument: string) => Promise<void> | void>> = {
    PASV: async () => {
      const received = Promise.withResolvers<Uint8Array>()
      received.promise.catch(() => {})
      const resumed = Promise.withResolvers<boolean>()
      data = { isResumed: resumed.promise, bytes: received.promise }
      const onData = (incoming: TLSSocket) => {
        resumed.resolve(incoming.isSessionReused())
        const parts: Uint8Array[] = []
        incoming.on('data', (part: Uint8Array) => parts.push(part))
        incoming.on('end', () => received.resolve(Buffer.concat(parts)))
        incoming.on('close', () => {
          received.reject(new Error('cut'))
          server.close()
        })
      }
      const { server, port } = await listenTls(options.certificate, onData, options.sessions)
      return reply(`227 Entering Passive Mode (127,0,0,1,${port >> 8},${port & 255})`)
    },
    STOR: async (argument) => {
      if ((await options.on('STOR', 'before')) === lost) return void socket.destroy()
      const no = refusal()
      if (no !== null) return reply(no)
      if (data === null) return reply('425 No data connection')
      // Like the printers' servers, refuse the connection of another client, which guessed the port.
      if (!(await data.isResumed)) return reply('522 SSL connection failed: session reuse required')
      reply('150 Send it')
      const bytes = await data.bytes
      options.files.set(argument, bytes)
      await options.on('STOR', 'after')
      return reply('226 Stored')
    },
    DELE: (argument) => reply(options.files.delete(argument) ? '250 Deleted' : '550 No such file'),
    SIZE: (argument) => {
      const size = options.files.get(argument)?.length
      return reply(size === undefined ? '550 No such file' : `213 ${size}`)
    },
  }
  const run = async (line: string) => {
    const [verb = '', ...rest] = line.split(' ')
    const argument = rest.join(' ')
    const simple: Readonly<Record<string, string>> = {
      USER: '331 Password required',
      FEAT: '211-Features\r\n SIZE\r\n211 End',
      TYPE: '200 Binary',
      STRU: '200 File',
      OPTS: '200 UTF8',
      PBSZ: '200 PBSZ=0',
      PROT: '200 Private',
      QUIT: '221 Goodbye',
    }
    const known = simple[verb.toUpperCase()]
    if (known !== undefined) return reply(known)
    if (verb === 'PASS') {
      isIn = argument === options.accessCode()
      return reply(isIn ? '230 Logged in' : '530 Login incorrect')
    }
    if (!isIn) return reply('530 Please log in')
    await (commands[verb]?.(argument) ?? reply('502 Not implemented'))
  }
  let rest = ''
  let queue = Promise.resolve()
  socket.on('data', (chunk: Uint8Array) => {
    const lines = (rest + new TextDecoder().decode(chunk)).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) queue = queue.then(() => run(line)).catch(() => void socket.destroy())
  })
  reply('220 Ready')
}
