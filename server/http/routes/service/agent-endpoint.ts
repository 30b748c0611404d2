// POST /api/mcp: passes the unread request to the protocol layer in mcp/, which also returns the 405 of other methods.
import { Elysia } from 'elysia'
import { answerOtherMethod } from '../../middleware/methods.ts'

type Handle = (request: Request) => Promise<Response>

export const agentPath = '/api/mcp'

export const agentEndpoint = (handle: Handle) =>
  new Elysia()
    .post(agentPath, ({ request }) => handle(request), { parse: 'none' })
    .all(agentPath, ({ request }) => handle(request), { parse: 'none', detail: { hide: true } })

/** The response to an OPTIONS request that is not a CORS preflight; null for any other request. */
export function agentOptions(request: Request): Response | null {
  if (request.method !== 'OPTIONS') return null
  if (request.headers.has('access-control-request-method')) return null
  return answerOtherMethod(request, ['POST'])
}

/** Whether an absolute URL has the plain spelling of the path. The router handles other spellings. */
export function isAgentEndpoint(url: string): boolean {
  const start = url.indexOf('/', 8)
  const end = start + agentPath.length
  return url.startsWith(agentPath, start) && (url.length === end || url[end] === '?')
}
