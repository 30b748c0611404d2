// The path of a request's address, without parsing the rest.

/** Whose rewritten request is whose, for the server that knows connections by the request that it made. */
const originals = new WeakMap<Request, Request>()

/**
 * The request with an address that the router reads. Elysia looks for the path from the twelfth character on, which a host such as
 * `web` between containers does not reach; and HTTP/1.0 without a Host has no address but the path.
 */
export function routable(request: Request): Request {
  const { url } = request
  const start = url[0] === '/' ? 0 : url.indexOf('/', 8)
  if (start >= 11) return request
  const rewritten = new Request(`http://localhost${url.slice(start)}`, request)
  originals.set(rewritten, request)
  return rewritten
}

/** The request as the server made it. */
export const originalOf = (request: Request): Request => originals.get(request) ?? request

/** Of an absolute URL, without its query. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}
