// What the headers of a response say about it.

/** Whether the service itself wrote the response, and not a proxy before it. */
export const isOwnResponse = ({ headers }: Response): boolean =>
  /^application\/json\b/i.test(headers.get('content-type') ?? '')

/** The stable name of a refusal; null where a proxy wrote the response. */
export const errorCodeOf = (headers: Headers): string | null => headers.get('x-error-code')

/** Whole seconds of a Retry-After header, which holds seconds or a date; null without one. */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000))
}
