// POST /api/print-upload/complete: checks and stores a model whose bytes were sent to the signed URL (decisions.md 33).

import * as v from 'valibot'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { limits } from '../../../domain/limits/table.ts'
import { completeUpload } from '../../../domain/uploads/complete-upload.ts'
import { json } from '../../contract/body.ts'
import { says } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { jsonObject } from '../../requests/body.ts'
import { modelRefusals, uploadedExample, uploadedModel } from './upload-json.ts'

const requestBody = jsonObject(
  {
    uploadId: says(v.string('must be a string'), 'The id that `/api/print-upload/sign` returned.'),
  },
  'The body must be a JSON object with uploadId.',
)

export const completeUploadRoute = route({
  method: 'POST',
  path: '/api/print-upload/complete',
  id: 'completeUpload',
  tag: 'Slicing',
  summary: 'Complete an upload',
  description:
    'Checks size and SHA-256 of the bytes that were sent, measures the model and stores it like `POST /api/print-upload`. A ' +
    'repeated call returns the same response and stores nothing again. Bytes that differ from the announced ones end the ' +
    `upload. Shares the ${limits['print-upload'].limit} an hour of the print-upload endpoints.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'print-upload' }),
  body: json(requestBody, { example: { uploadId: uploadedExample.generationId }, refused: [{}] }),
  response: {
    description: 'The model is stored.',
    schema: uploadedModel,
    example: uploadedExample,
  },
  refusals: [
    { kind: 'upload_not_found' },
    { kind: 'upload_expired' },
    { kind: 'upload_incomplete', expected: 684 },
    { kind: 'upload_running', retryAfterSeconds: retryHintSeconds.busy },
    { kind: 'upload_size_differs', expected: 684, received: 512 },
    { kind: 'upload_hash_differs' },
    ...modelRefusals,
  ],
  handler: async function completeModelUpload({ deps, keepOpen }, { request, caller, body }) {
    keepOpen?.(request)
    return await completeUpload(deps, caller, body.uploadId)
  },
})
