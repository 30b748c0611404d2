// The two endpoints that serve tens of thousands of requests per second. Their responses bypass the filters of
// finish-responses.ts, which add 8 % to the CPU time of a price estimate, and set the relevant headers on creation.

const always = {
  'x-content-type-options': 'nosniff',
  // Neither endpoint takes a credential that browsers add automatically, so pages of any origin may read both.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'same-origin',
}
const headers = new Headers({ 'content-type': 'application/json;charset=utf-8', ...always })
const init = { headers }

/**
 * Returns a small 200 response. Pass `more` headers only on paths without tens of thousands of requests per second.
 */
export const hotJson = (value: unknown, more?: Readonly<Record<string, string>>): Response =>
  new Response(
    JSON.stringify(value),
    more === undefined ? init : { headers: { ...Object.fromEntries(headers), ...more } },
  )

/** Adds the hot-path headers to a refusal. */
export function hotRefusal(response: Response): Response {
  for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
  // In addition to the body, pages read only these headers.
  response.headers.set('access-control-expose-headers', 'x-error-code, retry-after')
  return response
}

export function isHot(method: string, path: string): boolean {
  return (path === '/api/price' && method === 'POST') || (path === '/healthz' && method === 'GET')
}
