// /api/account/api-key: read, issue or rotate, revoke the account's one key (service.md "Key management", decisions.md 18).
import { Elysia } from 'elysia'
import { issueApiKey, readApiKey, revokeApiKey } from '../../../domain/accounts/api-key.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

const path = '/api/account/api-key'

export const accountApiKey = ({ deps, authenticate }: HttpContext) =>
  new Elysia()
    .get(path, async ({ request }) => {
      const caller = await authenticate(request, ['session'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      const key = await readApiKey(deps, caller)
      return Response.json({
        exists: key !== null,
        prefix: key?.prefix ?? null,
        createdAt: key?.createdAt ?? null,
      })
    })
    .post(
      path,
      async ({ request }) => {
        const caller = await authenticate(request, ['session'])
        if (caller === null) return failureToResponse({ kind: 'session_required' })
        const issued = await issueApiKey(deps, caller)
        if (!issued.ok) return failureToResponse(issued.failure)
        return Response.json(issued.value, { headers: { 'cache-control': 'no-store' } })
      },
      { parse: 'none' },
    )
    .delete(
      path,
      async ({ request }) => {
        const caller = await authenticate(request, ['session'])
        if (caller === null) return failureToResponse({ kind: 'session_required' })
        await revokeApiKey(deps, caller)
        return Response.json({ ok: true })
      },
      { parse: 'none' },
    )
