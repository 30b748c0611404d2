// POST /api/retexture: paints a finished generation anew.
import { Elysia } from 'elysia'
import { retexture } from '../../../domain/generation/retexture.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readJson } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { resultJson } from './generation-json.ts'

export const retextureRoute = ({ deps, authenticate, keepOpen }: HttpContext) =>
  new Elysia().post(
    '/api/retexture',
    async ({ request }) => {
      const caller = await authenticate(request, ['session'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      const slot = await consumeRateLimit(deps, 'retexture', caller.email)
      if (!slot.ok) return failureToResponse(slot.failure)
      const body = await readJson(request)
      if (!body.ok) return failureToResponse(body.failure)
      keepOpen?.(request)
      const painted = await retexture(deps, caller, body.value)
      if (!painted.ok) return failureToResponse(painted.failure)
      return Response.json(resultJson(painted.value))
    },
    { parse: 'none' },
  )
