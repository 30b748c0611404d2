// Entity tags, conditional requests and the caching of content that never changes.
import { daySeconds } from '../../domain/base/time/day.ts'

/** Whether If-None-Match names this entity tag. Compressed responses send it as a weak tag, which matches as well. */
export function isUnchanged(request: Request, etag: string): boolean {
  const tags = request.headers.get('if-none-match')
  if (tags === null) return false
  return tags.split(',').some((one) => {
    const tag = one.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}

/** Whether the client states that it has a version other than this body. */
export const hasOtherVersion = (request: Request, body: unknown): boolean =>
  request.headers.has('if-none-match') && !isUnchanged(request, entityTagOf(JSON.stringify(body)))

/** Returns JSON with an entity tag of its bytes, or 304 to a client that has them. */
export function conditionalJson(request: Request, body: unknown): Response {
  const text = JSON.stringify(body)
  const etag = entityTagOf(text)
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers: { etag } })
  return new Response(text, { headers: { 'content-type': jsonType, etag } })
}

/** Cache control of content whose address contains its digest. */
export const cachedForever = `public, max-age=${365 * daySeconds}, immutable`

/** Content type that Response.json() sets. */
const jsonType = 'application/json;charset=utf-8'

/** Returns a strong entity tag: the start of the content's SHA-256. */
export function entityTagOf(content: string | Uint8Array<ArrayBuffer>): string {
  return `"${new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 16)}"`
}
