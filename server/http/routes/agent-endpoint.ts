// POST /api/mcp: handed on unread to the protocol layer in mcp/, which app.ts brings. Every other method gets its 405 there.
import { Elysia } from 'elysia'

type Handle = (request: Request) => Promise<Response>

const path = '/api/mcp'

export const agentEndpoint = (handle: Handle) =>
  new Elysia()
    .post(path, ({ request }) => handle(request), { parse: 'none' })
    .all(path, ({ request }) => handle(request), { parse: 'none', detail: { hide: true } })

/** Of an absolute URL. Other spellings of the path find their way through the router. */
export function isAgentEndpoint(url: string): boolean {
  const start = url.indexOf('/', 8)
  const end = start + path.length
  return url.startsWith(path, start) && (url.length === end || url[end] === '?')
}
