// Compresses large responses according to the client's Accept-Encoding.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** Smaller responses fit into one packet even uncompressed. */
const minBytes = 1024
/** Maximum number of cached compressed documents and assets, by encoding and entity tag. */
const maxKept = 64
const keptBodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml)\b|image\/svg\+xml)/i

/**
 * Compresses a large text response if the client accepts it. Returns any other response unchanged. A page requested
 * with a cookie and a query is not compressed: an attacker's link chooses the query, and if the page repeats it, the
 * compressed size would reveal whether the same text occurs elsewhere on the page (BREACH).
 */
export function compressIfLarge(
  request: Request,
  response: Response,
): Response | Promise<Response> {
  const { headers } = response
  if (response.body === null || headers.has('content-encoding')) return response
  if (!compressible.test(headers.get('content-type') ?? '')) return response
  if (headers.has('content-disposition') || headers.has('set-cookie')) return response
  if (request.headers.has('cookie') && request.url.includes('?') && !isShared(headers)) {
    return response
  }
  return compressLarge(request, response)
}

/** Whether the response is a document or asset that is identical for all callers. Account data is no-store. */
const isShared = (headers: Headers) =>
  headers.has('etag') && headers.get('cache-control') !== 'no-store'

async function compressLarge(request: Request, response: Response): Promise<Response> {
  const { status } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  if (bytes.byteLength < minBytes) return new Response(bytes, { status, headers })
  headers.append('vary', 'accept-encoding')
  const encoding = encodingOf(request.headers.get('accept-encoding'))
  if (encoding === null) return new Response(bytes, { status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  const etag = headers.get('etag')
  // A strong entity tag would promise the same bytes as the uncompressed response.
  if (etag !== null && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`)
  if (etag === null || !isShared(headers)) {
    return new Response(await compress(bytes, encoding), { status, headers })
  }
  return new Response(await compressOnce(`${encoding} ${etag}`, bytes), { status, headers })
}

/** Returns the best encoding that the client accepts, or null for none. Prefers br to gzip because it is smaller. */
export function encodingOf(accepted: string | null): Encoding | null {
  if (accepted === null) return null
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const takes = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

const brotli = promisify(brotliCompress)
/** Fast levels for responses that are compressed on every request. */
const gzipLevel = 5
const brotliQuality = 4
/** Level for responses that are compressed once. */
const brotliOnceQuality = 10

async function compress(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  quality = brotliQuality,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip') return Bun.gzipSync(bytes, { level: gzipLevel })
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return new Uint8Array(await brotli(bytes, { params }))
}

function compressOnce(key: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = keptBodies.get(key)
  if (body !== undefined) return body
  if (keptBodies.size >= maxKept) keptBodies.clear()
  const [encoding] = key.split(' ')
  const made = compress(bytes, encoding === 'br' ? 'br' : 'gzip', brotliOnceQuality)
  keptBodies.set(key, made)
  // Removes a failed compression, so that the next request retries it.
  made.catch(() => {
    if (keptBodies.get(key) === made) keptBodies.delete(key)
  })
  return made
}
