// Response of every endpoint that stores a model (decisions.md 20, 33 and 34), and their shared refusals.

import * as v from 'valibot'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import type { StoredUpload } from '../../../domain/slicing/upload-model.ts'
import { tooThinExample } from '../../contract/printability-json.ts'
import { type JsonOf, link, named, number, text, triple, whole } from '../../contract/schemas.ts'
import type { Failure } from '../../refusals/failure.ts'

export const uploadedModel = named(
  'UploadedModel',
  v.object({
    generationId: text('The id for `/api/slice-quote`.'),
    modelUrl: link(
      '`gs://` address of the model, for `modelUrl` of an order and `model_url` of `quote_print`. It ends with `#units=` and ' +
        'the unit, if the upload stated one. It always means these bytes in this unit, whatever is uploaded later.',
    ),
    fileName: text('The name that was sent; of an OBJ the name of the STL made of it.'),
    bytes: whole('Size of the file behind `modelUrl`.'),
    dimensionsMm: triple('Width, depth and height.'),
    volumeCm3: number('The volume of the repaired body.'),
  }),
  'A model that is stored under the account.',
)

export const uploadedExample = {
  generationId: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11',
  modelUrl:
    'gs://models/models/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.stl',
  fileName: 'part.stl',
  bytes: 684,
  dimensionsMm: [20, 20, 20],
  volumeCm3: 8,
}

/** Refusals of the file after its upload. */
export const modelRefusals: readonly Failure[] = [
  { kind: 'units_unknown' },
  { kind: 'upload_unsupported' },
  { kind: 'mesh_unreadable', reason: 'It has no triangles.' },
  { kind: 'nothing_prints', reason: tooThinExample },
  { kind: 'upload_is_sliced' },
  { kind: 'model_too_large', dimensionsMm: [400, 20, 20], unit: 'mm', format: 'stl' },
  { kind: 'storage_failed' },
  { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
]

export function uploadJson({
  generationId,
  model,
  modelUrl,
  report,
}: StoredUpload): JsonOf<typeof uploadedModel> {
  return {
    generationId,
    modelUrl,
    fileName: model.fileName,
    bytes: model.sizeBytes,
    dimensionsMm: report.dimensionsMm,
    volumeCm3: report.volumeCm3,
  }
}
