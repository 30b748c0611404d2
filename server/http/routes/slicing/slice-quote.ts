// POST /api/slice-quote: slices a stored model once and stores the result with it (contract.md 2.8 and 4.6).

import * as v from 'valibot'
import { ok, type Result } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { limits } from '../../../domain/limits/table.ts'
import { quoteSlice } from '../../../domain/slicing/quote-slice.ts'
import { readBy } from '../../contract/body.ts'
import { tooThinExample } from '../../contract/printability-json.ts'
import { jsonTooLarge } from '../../contract/refusals.ts'
import { flag, moment, named, number, says, text, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { readJsonBody } from '../../requests/body.ts'
import type { BodyFailure } from '../../requests/failure.ts'

const quoted = named(
  'SliceQuote',
  v.object({
    ok: v.literal(true),
    cached: flag('False when it was sliced for this request.'),
    sliceAnalysis: named(
      'SliceAnalysis',
      v.object({
        filamentCm3: number(
          'Filament of one part, for any material. Multiplied by the density and rounded up, it is the weight in grams.',
        ),
        seconds: number('Printing time, as the slicer estimates it.'),
        layers: whole('Layers.'),
        sliceScale: says(v.literal(1), 'Always 1: the model is sliced at its own size.'),
        slicedAt: moment('The time at which it was sliced.'),
      }),
      'Measurements of a slice.',
    ),
  }),
  'The slice of a stored model.',
)

export const sliceQuoteRoute = route({
  method: 'POST',
  path: '/api/slice-quote',
  id: 'sliceModel',
  tag: 'Slicing',
  summary: 'Slice a stored model',
  description:
    'Slices an STL, OBJ or 3MF model with a real slicer: 0.2 mm layers, 20% infill, 0.4 mm nozzle, with supports or turned if ' +
    'it is printed so. That takes 10 to 60 seconds. The result is kept with the model: a repeated request returns it immediately, even without a slicer. ' +
    `An interrupted request does not stop the slice; send it again. ${limits['slice-quote'].limit} an hour.`,
  access: account({ accepts: ['session'], limit: 'slice-quote' }),
  body: readBy(readGenerationId, {
    type: 'application/json',
    schema: v.object({ generationId: text('An upload or a generation of this account.') }),
    example: { generationId: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11' },
    refusals: [jsonTooLarge],
  }),
  response: {
    description: 'The slice.',
    schema: quoted,
    example: {
      ok: true,
      cached: false,
      sliceAnalysis: {
        filamentCm3: 3.230791,
        seconds: 710,
        layers: 100,
        sliceScale: 1,
        slicedAt: '2026-01-05T09:30:00.000Z',
      },
    },
  },
  refusals: [
    { kind: 'slice_generation_required' },
    { kind: 'slice_generation_not_found' },
    { kind: 'slicer_not_configured' },
    { kind: 'slice_model_not_managed' },
    { kind: 'slice_format_unsupported' },
    { kind: 'nothing_prints', reason: tooThinExample },
    { kind: 'slice_failed', retryAfterSeconds: retryHintSeconds.slicer },
  ],
  handler: async function sliceStoredModel(
    { deps, keepOpen },
    { request, caller, body: generationId },
  ) {
    keepOpen?.(request)
    // A disconnected caller does not cancel the slice. A retry returns the result or waits for it.
    const slice = await quoteSlice(deps, caller, generationId)
    if (!slice.ok) return slice
    const { cached, analysis } = slice.value
    // Listed individually because the database returns the fields of a stored analysis in a different order.
    const { filamentCm3, seconds, layers, sliceScale, slicedAt } = analysis
    const sliceAnalysis = { filamentCm3, seconds, layers, sliceScale, slicedAt }
    return ok({ ok: true, cached, sliceAnalysis })
  },
})

/** Reads the generation id. The contract has a single sentence for every body without one. */
async function readGenerationId(request: Request): Promise<Result<unknown, BodyFailure>> {
  const body = await readJsonBody(request)
  if (body.ok) return ok(generationIdOf(body.value))
  return body.failure.kind === 'invalid_json' ? ok(undefined) : body
}

function generationIdOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('generationId' in body)) return undefined
  return body.generationId
}
