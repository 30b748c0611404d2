// Browsers: pages of which origins may call, and what such a page's browser needs to be told (CORS). Other clients send no
// Origin and get none of this.
import { plainResponse } from './json-rpc.ts'

export type Origins = ReadonlySet<string>

/** null = let through. */
export function originRefusal(origins: Origins, origin: string | null): Response | null {
  if (origin === null || origins.has(origin)) return null
  return plainResponse(403, { error: 'Requests from this Origin are not allowed.' })
}

const sentHeaders = [
  'authorization',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'x-api-key',
].join(', ')

/** The browser's question whether it may send the POST; null when this is not one from an origin that may. */
export function preflightAnswer(origins: Origins, request: Request): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) {
    return null
  }
  const origin = request.headers.get('origin')
  if (origin === null || !origins.has(origin)) return null
  const headers = {
    'cache-control': 'no-store',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': sentHeaders,
    'access-control-max-age': '600',
  }
  return readable(new Response(null, { status: 204, headers }), origin)
}

/** Lets the page read the answer. */
export function readable(response: Response, origin: string): Response {
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('vary', 'origin')
  return response
}
