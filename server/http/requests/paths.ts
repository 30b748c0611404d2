// Extracts the path of a request's URL without parsing the rest, and recognizes the agent endpoint before routing.

export const agentPath = '/api/mcp'

/** Maps a rewritten request to the original, with which the server identifies the connection. */
const originals = new WeakMap<Request, Request>()

/**
 * Returns the request with a URL that the router can read. Elysia searches for the path from the twelfth character,
 * which is too late for a short host such as `web`. The URL of an HTTP/1.0 request without a Host header is only the
 * path.
 */
export function toRoutable(request: Request): Request {
  const { url } = request
  const start = url[0] === '/' ? 0 : url.indexOf('/', 8)
  if (start >= 11) return request
  const rewritten = new Request(`http://localhost${url.slice(start)}`, request)
  originals.set(rewritten, request)
  return rewritten
}

/** Returns the request as the server created it. */
export const originalOf = (request: Request): Request => originals.get(request) ?? request

/** Returns the path of an absolute URL, without its query. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}

/** Whether an absolute URL names the agent endpoint. The router handles other spellings of the path. */
export function isAgentEndpoint(url: string): boolean {
  const start = url.indexOf('/', 8)
  const end = start + agentPath.length
  return url.startsWith(agentPath, start) && (url.length === end || url[end] === '?')
}
