// CORS: origins whose pages may call, and the headers that their browsers need. Clients other than browsers send no
// Origin.

import { errorCodeHeader } from '../server/domain/errors/catalog.ts'
import { originSentence } from '../server/domain/errors/sentences.ts'
import { picturesHeader } from './content.ts'
import { plainResponse } from './json-rpc.ts'

export type Origins = ReadonlySet<string>

/** Returns the refusal, or null if the origin is allowed. */
export function originRefusal(origins: Origins, origin: string | null): Response | null {
  if (origin === null || origins.has(origin)) return null
  return plainResponse(403, { error: originSentence }, 'origin_not_allowed')
}

const sentHeaders = [
  'authorization',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'x-api-key',
  picturesHeader,
].join(', ')

/** Returns the response to a CORS preflight, or null for other requests and origins that are not allowed. */
export function preflightResponse(origins: Origins, request: Request): Response | null {
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
  return allowReading(new Response(null, { status: 204, headers }), origin)
}

/** Adds the headers that let the page read the response. */
export function allowReading(response: Response, origin: string): Response {
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('vary', 'origin')
  if (response.status >= 400) {
    response.headers.set('access-control-expose-headers', `${errorCodeHeader}, retry-after`)
  }
  return response
}
