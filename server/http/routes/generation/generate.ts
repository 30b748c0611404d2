// POST /api/generate: a generation that the caller waits for.
import { Elysia } from 'elysia'
import { generate } from '../../../domain/generation/generate.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { withGenerationBody } from './generation-body.ts'
import { resultJson } from './generation-json.ts'

export const generateRoute = ({ deps, authenticate, keepOpen }: HttpContext) =>
  new Elysia().post(
    '/api/generate',
    async ({ request }) => {
      const caller = await authenticate(request, ['session', 'extension_token'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      const slot = await consumeRateLimit(deps, 'generate', caller.email)
      if (!slot.ok) return failureToResponse(slot.failure)
      const generated = await withGenerationBody(request, { deps, caller }, (body) => {
        keepOpen?.(request)
        return generate(deps, caller, body)
      })
      if (!generated.ok) return failureToResponse(generated.failure)
      return Response.json(resultJson(generated.value))
    },
    { parse: 'none' },
  )
