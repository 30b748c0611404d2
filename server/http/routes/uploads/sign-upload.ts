// POST /api/print-upload/sign: returns a URL for uploading a model (decisions.md 33).
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { limits } from '../../../domain/limits/table.ts'
import { maxModelText } from '../../../domain/models/size-limit.ts'
import { signUpload } from '../../../domain/uploads/sign-upload.ts'
import { strictJson } from '../../contract/body.ts'
import { uploadUnitText } from '../../contract/field-texts.ts'
import { describedAs, link, moment, named, says, text, whole } from '../../contract/schemas.ts'
import { units } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { jsonObject } from '../../requests/body.ts'

const requestBody = jsonObject(
  {
    fileName: says(v.string('must be a string'), 'With the extension: .stl, .obj, .3mf or .glb.'),
    bytes: describedAs(
      v.number('must be a number'),
      whole(`Size of the file, at most ${maxModelText}.`),
    ),
    sha256: says(v.string('must be a string'), 'SHA-256 of the file, 64 hexadecimal digits.'),
    units: describedAs(v.optional(v.string('must be a string'), ''), units(uploadUnitText)),
  },
  'The body must be a JSON object with fileName, bytes and sha256.',
)

const signed = named(
  'SignedUpload',
  v.object({
    uploadUrl: link(
      'Send the bytes here. Where the service keeps models in a bucket it is a resumable session of the bucket, which also ' +
        'takes the file in pieces with `Content-Range`; otherwise an address of the service, which takes it in one request. Anyone ' +
        'who has it can send the file, once.',
    ),
    method: says(v.literal('PUT'), 'Always PUT.'),
    headers: says(v.record(v.string(), v.string()), 'The headers to be sent with the bytes.'),
    uploadId: text('The id for `/api/print-upload/complete`.'),
    expiresAt: moment('Two hours from now. A later completion is refused.'),
  }),
  'The address and the headers for sending the bytes of a model.',
)

export const signUploadRoute = route({
  method: 'POST',
  path: '/api/print-upload/sign',
  id: 'signUpload',
  tag: 'Slicing',
  summary: 'Get an address for a model',
  description:
    'For files that should go straight to storage. Sign the upload, PUT the bytes, then complete it. The three print-upload ' +
    `endpoints share a limit of ${limits['print-upload'].limit} requests an hour; the PUT does not count.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'print-upload' }),
  body: strictJson(requestBody, {
    example: { fileName: 'part.stl', bytes: 684, sha256: '2ef0a0a6'.repeat(8) },
    refused: [{ unit: 'mm' }],
  }),
  response: {
    description: 'The address.',
    schema: signed,
    example: {
      uploadUrl:
        'https://storage.googleapis.com/upload/storage/v1/b/models/o?uploadType=resumable&upload_id=ABg5-U',
      method: 'PUT',
      headers: { 'content-type': 'model/stl' },
      uploadId: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11',
      expiresAt: '2026-01-05T11:30:00.000Z',
    },
  },
  refusals: [
    { kind: 'upload_field_invalid', message: 'fileName: is required' },
    { kind: 'upload_unsupported' },
    { kind: 'file_empty' },
    { kind: 'file_too_large' },
    { kind: 'units_unknown' },
    { kind: 'storage_failed' },
  ],
  handler: async function signModelUpload({ deps }, { caller, body }) {
    const address = await signUpload(deps, caller, body.value)
    if (!address.ok) return address
    const { uploadUrl, headers, uploadId, expiresAt } = address.value
    return ok({
      uploadUrl,
      method: 'PUT' as const,
      headers,
      uploadId,
      expiresAt: expiresAt.toISOString(),
    })
  },
})
