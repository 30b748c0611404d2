// POST /api/mcp: handed on unread to the protocol layer in mcp/, which app.ts brings. Every other method gets its 405 there.
import { Elysia } from 'elysia'

type Handle = (request: Request) => Promise<Response>

export const agentEndpoint = (handle: Handle) =>
  new Elysia()
    .post('/api/mcp', ({ request }) => handle(request), { parse: 'none' })
    .all('/api/mcp', ({ request }) => handle(request), { parse: 'none', detail: { hide: true } })
