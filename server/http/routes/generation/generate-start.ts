// POST /api/generate/start: queues a generation.
import { Elysia } from 'elysia'
import { startGeneration } from '../../../domain/generation/start-generation.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { withGenerationBody } from './generation-body.ts'

export const generateStart = ({ deps, authenticate }: HttpContext) =>
  new Elysia().post(
    '/api/generate/start',
    async ({ request }) => {
      const caller = await authenticate(request, ['session', 'extension_token'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      const slot = await consumeRateLimit(deps, 'generate-start', caller.email)
      if (!slot.ok) return failureToResponse(slot.failure)
      const started = await withGenerationBody(request, { deps, caller }, (body) =>
        startGeneration(deps, caller, body),
      )
      return started.ok ? Response.json(started.value) : failureToResponse(started.failure)
    },
    { parse: 'none' },
  )
