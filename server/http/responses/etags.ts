// Conditional requests for documents and assets.

/** Whether If-None-Match names this entity tag. Compressed responses carry it as a weak tag, which counts as equal. */
export function isUnchanged(request: Request, etag: string): boolean {
  const sent = request.headers.get('if-none-match')
  if (sent === null) return false
  return sent.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
