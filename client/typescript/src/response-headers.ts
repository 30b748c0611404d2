// Facts in a response's headers.

/** Whether the service, and not a proxy, sent the response. */
export const isOwnResponse = ({ headers }: Response): boolean =>
  /^application\/json\b/i.test(headers.get('content-type') ?? '')

/** Returns the stable name of a refusal, or null if a proxy sent the response. */
export const errorCodeOf = (headers: Headers): string | null => headers.get('x-error-code')

/** Returns the name of the limit in a RateLimit-Policy header, which begins with it in quotes, or null without one. */
export const limitOf = (headers: Headers): string | null =>
  /^"([^"]+)"/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? null

/** Returns the whole seconds of a Retry-After header, which contains seconds or a date, or null without one. */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000))
}
