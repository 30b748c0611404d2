// POST /api/print-upload: stores a model under the account (decisions.md 20).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { limits } from '../../../domain/limits/table.ts'
import { maxModelBytes, maxModelText } from '../../../domain/models/size-limit.ts'
import { type Upload, uploadModel } from '../../../domain/slicing/upload-model.ts'
import { uploadRefusals } from '../../contract/refusals.ts'
import { type JsonOf, link, number, says, text, units, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { withMultipartForm } from '../../requests/multipart.ts'
import { tooThinExample } from './printability-json.ts'

const uploadForm = v.object({
  file: says(
    v.file(),
    `The model: .stl, .obj, .3mf or .glb, at most ${maxModelText}. STL and OBJ numbers are millimeters, GLB numbers are meters, ` +
      'a 3MF file says its own unit.',
  ),
  units: units(
    'What the numbers in the file mean, when not the above. It counts for slices, quotes and orders of this model; an ' +
      'order may name another. Of several uploads of the same file the last one counts.',
  ),
})

const uploadedModel = v.object({
  generationId: text('For `/api/slice-quote`.'),
  modelUrl: link(
    '`gs://` address of the model, for `modelUrl` of an order and `model_url` of `quote_print`.',
  ),
  fileName: text('As sent; of an OBJ the name of the STL made of it.'),
  bytes: whole('Size of the file behind `modelUrl`.'),
  dimensionsMm: says(v.array(v.number()), 'Width, depth and height.'),
  volumeCm3: number('Of the repaired body.'),
})

export const printUploadRoute = route({
  method: 'POST',
  path: '/api/print-upload',
  id: 'uploadModel',
  tag: 'Slicing',
  summary: 'Store a model',
  description:
    'Measures a model and stores it under the account, to be sliced, quoted and ordered later by its `modelUrl`. An OBJ ' +
    'cannot be ordered: an STL in millimeters is made of it, which the response describes, and the OBJ is kept beside it. What ' +
    `cannot be printed is refused and not kept. ${limits['print-upload'].limit} an hour.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'print-upload' }),
  body: { type: 'multipart/form-data', schema: uploadForm, example: { file: '@part.stl' } },
  response: {
    description: 'The model is stored.',
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
  refusals: [
    ...uploadRefusals,
    { kind: 'units_unknown' },
    { kind: 'file_too_large' },
    { kind: 'upload_unsupported' },
    { kind: 'mesh_unreadable', reason: 'It has no triangles.' },
    { kind: 'nothing_prints', reason: tooThinExample },
    { kind: 'upload_is_sliced' },
    { kind: 'model_too_large', dimensionsMm: [400, 20, 20], unit: 'mm', format: 'stl' },
    { kind: 'storage_failed' },
    { kind: 'measuring_unavailable', retryAfterSeconds: 5 },
  ],
  handler: async function storeModel({ deps, keepOpen }, { request, caller }) {
    const { uploads, log } = deps
    const options = { uploads, caller, log, fileField: 'file', maxFileBytes: maxModelBytes }
    const uploaded = await withMultipartForm(request, options, (form) => {
      keepOpen?.(request)
      return uploadModel(deps, caller, form)
    })
    return uploaded.ok ? ok(uploadJson(uploaded.value)) : uploaded
  },
})

function uploadJson({ generationId, model, report }: Upload): JsonOf<typeof uploadedModel> {
  return {
    generationId,
    modelUrl: model.uri,
    fileName: model.fileName,
    bytes: model.sizeBytes,
    dimensionsMm: report.dimensionsMm,
    volumeCm3: report.volumeCm3,
  }
}
