// Entity tags and conditional requests.

/** Whether If-None-Match names this entity tag. Compressed responses carry it as a weak tag, which counts as equal. */
export function isUnchanged(request: Request, etag: string): boolean {
  const tags = request.headers.get('if-none-match')
  if (tags === null) return false
  return tags.split(',').some((one) => {
    const tag = one.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}

/** Whether the client states that it has another version than this body. */
export const hasOtherVersion = (request: Request, body: unknown): boolean =>
  request.headers.has('if-none-match') && !isUnchanged(request, entityTagOf(JSON.stringify(body)))

/** JSON with an entity tag of its bytes, or 304 to a client that has them. */
export function conditionalJson(request: Request, body: unknown): Response {
  const text = JSON.stringify(body)
  const etag = entityTagOf(text)
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers: { etag } })
  return new Response(text, { headers: { 'content-type': jsonType, etag } })
}

/** The type that Response.json() sets. */
const jsonType = 'application/json;charset=utf-8'

/** A strong entity tag: the beginning of the SHA-256 of the content. */
export function entityTagOf(content: string | Uint8Array<ArrayBuffer>): string {
  return `"${new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, 16)}"`
}
