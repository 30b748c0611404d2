// POST /api/print-upload and POST /api/slice-quote: decisions.md 20, and service.md "POST /api/slice-quote".
import * as v from 'valibot'
import { limits } from '../../../domain/limits/table.ts'
import { operation } from '../operation.ts'
import { flag, link, moment, number, says, text, whole } from '../schemas.ts'

const limited = (message: string) =>
  ({ kind: 'rate_limited', scope: 'slicing', message, retryAfterSeconds: 600 }) as const

const tooThin =
  'Most of the model is too thin to print: about 0.100 mm, where the nozzle prints nothing under 0.13 mm. Make it thicker, or check its unit.'

const uploadForm = v.object({
  file: says(
    v.file(),
    'The model: .stl, .obj, .3mf or .glb, at most 100 MB. STL and OBJ numbers are millimeters, GLB numbers are meters, ' +
      'a 3MF file says its own unit.',
  ),
  units: v.optional(
    says(
      v.picklist(['mm', 'cm', 'm', 'in']),
      'What the numbers in the file mean, when not the above. It counts for slices, quotes and orders of this model; an ' +
        'order may name another. Of several uploads of the same file the last one counts.',
    ),
  ),
})

const uploadedModel = v.object({
  generationId: text('What slice-quote is asked with.'),
  modelUrl: link(
    '`gs://` address of the model, for `modelUrl` of an order and `model_url` of `quote_print`.',
  ),
  fileName: text('As sent; of an OBJ the name of the STL made of it.'),
  bytes: whole('Size of the file behind `modelUrl`.'),
  dimensionsMm: says(v.array(v.number()), 'Width, depth and height.'),
  volumeCm3: number('Of the repaired body.'),
})

const sliceAnalysis = v.object({
  filamentCm3: number(
    'Filament of one part, whatever the material. Times the density, rounded up, it is the weight in grams.',
  ),
  seconds: number('Printing time, as the slicer estimates it.'),
  layers: whole('Layers.'),
  sliceScale: says(v.literal(1), 'Always 1: the model is sliced at its own size.'),
  slicedAt: moment('When it was sliced.'),
})

export const slicingOperations = {
  'POST /api/print-upload': operation({
    id: 'uploadModel',
    tag: 'Slicing',
    summary: 'Store a model',
    description:
      'Measures a model and stores it under the account, to be sliced, quoted and ordered later by its `modelUrl`. An OBJ ' +
      'cannot be ordered: an STL in millimeters is made of it, which the answer is about, and the OBJ is kept beside it. What ' +
      `cannot be printed is refused and not kept. ${limits['print-upload'].limit} an hour.`,
    credentials: ['apiKey', 'session'],
    body: { type: 'multipart/form-data', schema: uploadForm, example: { file: '@part.stl' } },
    answers: [
      {
        status: 200,
        description: 'It is stored.',
        schema: uploadedModel,
        example: {
          generationId: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11',
          modelUrl:
            'gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.stl',
          fileName: 'part.stl',
          bytes: 684,
          dimensionsMm: [20, 20, 20],
          volumeCm3: 8,
        },
      },
    ],
    refusals: [
      { kind: 'session_required' },
      limited('Generation limit reached. Please try again later.'),
      { kind: 'limiter_unavailable' },
      { kind: 'not_multipart' },
      { kind: 'broken_multipart', detail: 'it ended early' },
      { kind: 'file_missing' },
      { kind: 'field_sent_as_text', field: 'file' },
      { kind: 'file_empty' },
      { kind: 'units_unknown' },
      { kind: 'file_too_large' },
      { kind: 'upload_unsupported' },
      { kind: 'mesh_unreadable', reason: 'It has no triangles.' },
      { kind: 'nothing_prints', reason: tooThin },
      { kind: 'upload_is_sliced' },
      { kind: 'model_too_large', dimensionsMm: [400, 20, 20], unit: 'mm', format: 'stl' },
      { kind: 'storage_failed' },
      { kind: 'measuring_unavailable', retryAfterSeconds: 5 },
    ],
  }),
  'POST /api/slice-quote': operation({
    id: 'sliceModel',
    tag: 'Slicing',
    summary: 'Slice a stored model',
    description:
      'Slices an STL, OBJ or 3MF model with a real slicer: 0.2 mm layers, 20% infill, 0.4 mm nozzle, no supports. That takes ' +
      '10 to 60 seconds. The result is kept with the model: asking again answers it at once, also when there is no slicer. ' +
      `A request that breaks off does not end the slice; ask again. ${limits['slice-quote'].limit} an hour.`,
    credentials: ['session'],
    body: {
      type: 'application/json',
      schema: v.object({ generationId: text('Of an upload or a generation of this account.') }),
      example: { generationId: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11' },
    },
    answers: [
      {
        status: 200,
        description: 'The slice.',
        schema: v.object({
          ok: v.literal(true),
          cached: flag('False when it was sliced for this answer.'),
          sliceAnalysis,
        }),
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
    ],
    refusals: [
      { kind: 'session_required' },
      limited(limits['slice-quote'].message),
      { kind: 'limiter_unavailable' },
      { kind: 'slice_generation_required' },
      { kind: 'body_too_large', limitBytes: 65_536 },
      { kind: 'slice_generation_not_found' },
      { kind: 'slicer_not_configured' },
      { kind: 'slice_model_not_managed' },
      { kind: 'slice_format_unsupported' },
      { kind: 'nothing_prints', reason: tooThin },
      { kind: 'slice_failed', retryAfterSeconds: null },
    ],
  }),
}
