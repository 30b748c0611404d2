// GET /models/{id}/file: a stored model in the requested format. `model-proxy` sends the stored bytes (contract.md
// 4.11).
import * as v from 'valibot'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import {
  defaultFileFormat,
  fileFormats,
  readModelFile,
  requestedFormats,
  stockColorFormat,
} from '../../../domain/changes/read-model-file.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../../domain/limits/failure.ts'
import { limits } from '../../../domain/limits/table.ts'
import { contentTypes } from '../../../domain/models/format.ts'
import { tooLargeToChange } from '../../../domain/slicing/printed-file.ts'
import { idInPath } from '../../contract/contract.ts'
import { says } from '../../contract/schemas.ts'
import { limitRefusals, optionalAccount } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { attachment } from '../../responses/attachment.ts'

export const modelFileRoute = route({
  method: 'GET',
  path: '/models/:id/file',
  id: 'downloadModelFile',
  tag: 'Generation',
  summary: 'Download a model as STL, 3MF or GLB',
  description:
    'Downloads a generation, an upload or a changed model of your own, by its `generationId`, or a model of the gallery, by the id of its entry and ' +
    'without a credential. STL and 3MF are in millimeters with the height along Z, GLB in meters with the height along Y and with its ' +
    'materials. ' +
    `\`${stockColorFormat}\` is a 3MF in which every triangle has the stock color that its texture is nearest to. ` +
    'A format that is not stored is made of the repaired model, at the same size: ' +
    `${limits['model-files-signed-in'].limit} an hour for each account, ${limits['model-files-anonymous'].limit} for each address ` +
    'without one.',
  access: optionalAccount(['session', 'api_key', 'extension_token']),
  parameters: [
    idInPath('id', 'The id of the model, or of its entry in the gallery.', {
      type: 'string',
      format: 'uuid',
    }),
    {
      name: 'format',
      in: 'query',
      required: false,
      description: `${defaultFileFormat} unless given.`,
      schema: { type: 'string', enum: [...requestedFormats] },
    },
  ],
  response: {
    type: fileFormats.map((format) => contentTypes[format]),
    description: 'The file, named after the model.',
    schema: says(v.file(), 'The model.'),
  },
  refusals: [
    { kind: 'file_format_unknown' },
    { kind: 'credential_required' },
    { kind: 'gallery_generation_not_found' },
    { kind: 'gallery_entry_gone', by: 'owner' },
    { kind: 'model_unreadable' },
    { kind: 'colors_model_plain' },
    { kind: 'colors_model_too_large' },
    { kind: 'colors_model_unreadable' },
    { kind: 'mesh_unreadable', reason: tooLargeToChange },
    { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
    { kind: 'storage_unreachable', retryAfterSeconds: retryHintSeconds.storage },
    ...limitRefusals('model-files-signed-in'),
  ],
  handler: async function downloadModelFile(http, { request, params, query, caller }) {
    const { deps, keepOpen, clientAddress } = http
    const admit = async (): Promise<Result<void, LimitFailure>> => {
      keepOpen?.(request)
      const slot =
        caller === null
          ? await consumeRateLimit(deps, 'model-files-anonymous', clientAddress(request))
          : await consumeRateLimit(deps, 'model-files-signed-in', caller.email)
      return slot.ok ? ok(undefined) : fail(slot.failure)
    }
    const { signal } = request
    const file = await readModelFile(deps, caller, {
      id: params.id,
      format: query['format'] ?? '',
      signal,
      admit,
    })
    return file.ok ? ok(attachment(file.value, deps.temporaryFiles.remove)) : file
  },
})
