// /api/account/extension-tokens: mint, list and revoke tokens, one per connection (decisions.md 18).
import { Elysia } from 'elysia'
import * as v from 'valibot'
import {
  createExtensionToken,
  listExtensionTokens,
  revokeExtensionToken,
} from '../../../domain/accounts/extension-tokens.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readJson } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

const path = '/api/account/extension-tokens'

export const extensionTokenSchema = v.object({ name: v.string() })

export const accountExtensionTokens = ({ deps, authenticate }: HttpContext) =>
  new Elysia()
    .get(path, async ({ request }) => {
      const caller = await authenticate(request, ['session'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      return Response.json(await listExtensionTokens(deps, caller))
    })
    .post(
      path,
      async ({ request }) => {
        const caller = await authenticate(request, ['session'])
        if (caller === null) return failureToResponse({ kind: 'session_required' })
        const body = await readJson(request)
        if (!body.ok) return failureToResponse(body.failure)
        const shape = v.safeParse(extensionTokenSchema, body.value)
        if (!shape.success) return failureToResponse({ kind: 'token_name_invalid' })
        const created = await createExtensionToken(deps, caller, shape.output)
        if (!created.ok) return failureToResponse(created.failure)
        return Response.json(created.value, { headers: { 'cache-control': 'no-store' } })
      },
      { parse: 'none' },
    )
    .delete(
      `${path}/:id`,
      async ({ request, params }) => {
        const caller = await authenticate(request, ['session'])
        if (caller === null) return failureToResponse({ kind: 'session_required' })
        const revoked = await revokeExtensionToken(deps, caller, params.id)
        return revoked.ok ? Response.json({ ok: true }) : failureToResponse(revoked.failure)
      },
      { parse: 'none' },
    )
