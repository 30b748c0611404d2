// POST /api/mcp: handed on unread to the protocol layer in mcp/, which app.ts brings. Every other method gets its 405 there.
import { Elysia } from 'elysia'
import { answerOtherMethod } from '../../middleware/methods.ts'
import { agentPath } from '../../requests/paths.ts'

type Handle = (request: Request) => Promise<Response>

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
