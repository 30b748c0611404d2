// A proxy on loopback that loses requests or responses of one tool of the agent endpoint, or of one path.
import { createServer, type IncomingMessage } from 'node:http'
import { use } from '../../../testing/use.ts'

/** `response`: the service gets the request and its response is cut off. `hold`: the response never arrives. */
export type Loss = 'nothing' | 'response' | 'hold' | 'status 503'

export type LosingProxy = {
  readonly url: string
  /** Sets the fate of calls of the tool, and of the path, from now on. */
  readonly lose: (what: string, loss: Loss) => void
  /** Resolves when a call has been held. */
  readonly held: () => Promise<void>
}

export const useLosingProxy = (target: () => string): LosingProxy =>
  use(
    async () => {
      const losses = new Map<string, Loss>()
      let onHeld = () => {}
      const server = createServer(async (request, response) => {
        const loss = lossOf(losses, request)
        if (loss === 'status 503') {
          response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"Busy."}')
          return
        }
        const body = await bytesOf(request)
        const { host: _, connection: __, ...headers } = request.headers
        const got = await fetch(`${target()}${request.url}`, {
          method: request.method ?? 'GET',
          headers: Object.entries(headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
          ...(body.length > 0 && { body }),
        })
        const bytes = await got.arrayBuffer()
        if (loss === 'response') return void request.socket.destroy()
        if (loss === 'hold') return onHeld()
        const kept = [...got.headers].filter(
          ([name]) =>
            !/^(content-encoding|content-length|transfer-encoding|connection)$/.test(name),
        )
        response.writeHead(got.status, Object.fromEntries(kept)).end(new Uint8Array(bytes))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      return {
        url: `http://127.0.0.1:${port}`,
        lose: (what: string, loss: Loss) => void losses.set(what, loss),
        held: () =>
          new Promise<void>((resolve) => {
            onHeld = resolve
          }),
        close: () => {
          server.closeAllConnections()
          server.close()
        },
      }
    },
    ({ close }) => close(),
  )

function lossOf(losses: ReadonlyMap<string, Loss>, { headers, url }: IncomingMessage): Loss {
  const tool = String(headers['mcp-name'] ?? '')
  return losses.get(tool) ?? losses.get(url ?? '') ?? 'nothing'
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
