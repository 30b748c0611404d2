// The two responses that are asked for by the ten thousand a second. They go out without the filters of finish.ts, which cost a
// twelfth of a price estimate, and carry the one header that matters for them from the start.

const headers = new Headers({
  'content-type': 'application/json;charset=utf-8',
  'x-content-type-options': 'nosniff',
})
const init = { headers }

/** A tiny 200 that is the same for everybody who asks the same. */
export const hotJson = (value: unknown): Response => new Response(JSON.stringify(value), init)

/** A refusal on a hot path. */
export function hotRefusal(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

export function isHot(method: string, path: string): boolean {
  return (path === '/api/price' && method === 'POST') || (path === '/healthz' && method === 'GET')
}
