// POST /api/print-upload: stores a model in the account (decisions.md 20).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { limits } from '../../../domain/limits/table.ts'
import { maxModelBytes, maxModelText } from '../../../domain/models/size-limit.ts'
import { uploadModel } from '../../../domain/slicing/upload-model.ts'
import { multipart } from '../../contract/multipart-body.ts'
import { fileRefusals } from '../../contract/refusals.ts'
import { says } from '../../contract/schemas.ts'
import { units } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { modelRefusals, uploadedExample, uploadedModel, uploadJson } from './upload-json.ts'

const uploadForm = v.object({
  file: says(
    v.file(),
    `The model: .stl, .obj, .3mf or .glb, at most ${maxModelText}. STL and OBJ numbers are millimeters, GLB numbers are meters, ` +
      'a 3MF file says its own unit.',
  ),
  units: units(
    'Unit of the numbers in the file, when it is not the above. It counts for slices, quotes and orders of this model; an ' +
      'order may name another. `modelUrl` then ends with it (`#units=in`), so that the same file in another unit has another address.',
  ),
})

export const printUploadRoute = route({
  method: 'POST',
  path: '/api/print-upload',
  id: 'uploadModel',
  tag: 'Slicing',
  summary: 'Store a model',
  description:
    'Measures a model and stores it under the account, to be sliced, quoted and ordered later by its `modelUrl`. An OBJ ' +
    'cannot be ordered: an STL in millimeters is made of it, which the response describes, and the OBJ is kept with it. A ' +
    `model that cannot be printed is refused and not kept. ${limits['print-upload'].limit} an hour.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'print-upload' }),
  body: multipart({
    schema: uploadForm,
    example: { file: '@part.stl' },
    file: 'file',
    maxBytes: maxModelBytes,
  }),
  response: {
    description: 'The model is stored.',
    schema: uploadedModel,
    example: uploadedExample,
  },
  refusals: [
    ...fileRefusals,
    { kind: 'field_unknown', field: 'unit', meant: ['units'] },
    ...modelRefusals,
  ],
  handler: async function storeModel({ deps, keepOpen }, { request, caller, body }) {
    keepOpen?.(request)
    const uploaded = await uploadModel(deps, caller, body)
    return uploaded.ok ? ok(uploadJson(uploaded.value)) : uploaded
  },
})
