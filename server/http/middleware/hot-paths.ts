// The two endpoints that serve tens of thousands of requests a second. Their responses bypass the filters of finish.ts, which add
// 8 % to the CPU time of a price estimate, and set the headers that matter for them when they are created.

const always = {
  'x-content-type-options': 'nosniff',
  // Neither takes a credential that a browser adds by itself, so pages of any origin may read both.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'same-origin',
}
const headers = new Headers({ 'content-type': 'application/json;charset=utf-8', ...always })
const init = { headers }

/** A small 200 response; `more` headers only where it is not one of tens of thousands a second. */
export const hotJson = (value: unknown, more?: Readonly<Record<string, string>>): Response =>
  new Response(
    JSON.stringify(value),
    more === undefined ? init : { headers: { ...Object.fromEntries(headers), ...more } },
  )

/** A refusal on a hot path. */
export function hotRefusal(response: Response): Response {
  for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
  // Pages read only these besides the body.
  response.headers.set('access-control-expose-headers', 'x-error-code, retry-after')
  return response
}

export function isHot(method: string, path: string): boolean {
  return (path === '/api/price' && method === 'POST') || (path === '/healthz' && method === 'GET')
}
