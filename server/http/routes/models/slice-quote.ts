// POST /api/slice-quote: the real slice of a stored model, made once and kept with it.
import { Elysia } from 'elysia'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { quoteSlice } from '../../../domain/slicing/quote-slice.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readJson } from '../../requests/body.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

export const sliceQuote = ({ deps, authenticate, keepOpen }: HttpContext) =>
  new Elysia().post(
    '/api/slice-quote',
    async ({ request }) => {
      const caller = await authenticate(request, ['session'])
      if (caller === null) return failureToResponse({ kind: 'session_required' })
      const slot = await consumeRateLimit(deps, 'slice-quote', caller.email)
      if (!slot.ok) return failureToResponse(slot.failure)
      const body = await readJson(request)
      // The contract has one sentence for every body that names no generation.
      if (!body.ok && body.failure.kind !== 'invalid_json') return failureToResponse(body.failure)
      const generationId = body.ok ? generationIdOf(body.value) : undefined
      keepOpen?.(request)
      // A caller who leaves does not end the slice: asking again finds it, or waits for it.
      const quoted = await quoteSlice(deps, caller, generationId)
      if (!quoted.ok) return failureToResponse(quoted.failure)
      const { cached, analysis } = quoted.value
      // One by one: the database gives a stored one's fields back in another order.
      const { filamentCm3, seconds, layers, sliceScale, slicedAt } = analysis
      const sliceAnalysis = { filamentCm3, seconds, layers, sliceScale, slicedAt }
      return Response.json({ ok: true, cached, sliceAnalysis })
    },
    { parse: 'none' },
  )

function generationIdOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('generationId' in body)) return undefined
  return body.generationId
}
