// Conditional requests for what is the same for all.

/** Whether the client has the version with this entity tag. Compressed versions carry it as a weak one, which is as good. */
export function isUnchanged(request: Request, etag: string): boolean {
  const sent = request.headers.get('if-none-match')
  if (sent === null) return false
  return sent.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
