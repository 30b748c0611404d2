// POST /api/model-import: imports a model from a public link into the account (decisions.md 34).
import * as v from 'valibot'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { ok } from '../../../domain/base/result.ts'
import { durationText } from '../../../domain/base/time/duration-text.ts'
import { limits } from '../../../domain/limits/table.ts'
import {
  badUrlSentence,
  type DownloadRefusal,
  linkProblems,
  webPageSentence,
} from '../../../domain/models/downloads.ts'
import { maxModelText } from '../../../domain/models/size-limit.ts'
import { downloadTimeoutMs, importModel } from '../../../domain/uploads/import-model.ts'
import { strictJson } from '../../contract/body.ts'
import { uploadUnitText } from '../../contract/field-texts.ts'
import { describedAs, link } from '../../contract/schemas.ts'
import { units } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { jsonObject } from '../../requests/body.ts'
import { modelRefusals, uploadedExample, uploadedModel, uploadJson } from './upload-json.ts'

const requestBody = jsonObject(
  {
    url: describedAs(
      v.string('must be a string'),
      link(`Direct https link to a .stl, .obj, .3mf or .glb file, at most ${maxModelText}.`),
    ),
    units: describedAs(v.optional(v.string('must be a string'), ''), units(uploadUnitText)),
  },
  'The body must be a JSON object with url.',
)

/** One example per reason, so that a new reason cannot be omitted. Imports have no list of hosts. */
const linkExamples: Readonly<
  Record<Exclude<DownloadRefusal['reason'], 'host_not_allowed'>, string>
> = {
  ...linkProblems,
  bad_url: badUrlSentence,
  too_large: 'The file behind that link is too large. Send a smaller one.',
  http_status: 'The server of that link answered 404 instead of the file. Check the link.',
  not_a_file: webPageSentence,
}

const linkRefusals: readonly Failure[] = keysOf(linkExamples).map((reason) => ({
  kind: 'import_refused',
  reason,
  message: linkExamples[reason],
}))

export const importModelRoute = route({
  method: 'POST',
  path: '/api/model-import',
  id: 'importModel',
  tag: 'Slicing',
  summary: 'Store a model from a link',
  description:
    `Fetches a public https link within ${durationText(downloadTimeoutMs / 1000)}, measures the model behind it and stores it like \`POST ` +
    '/api/print-upload`. Links that need a login, a port or an address that is not public are refused. ' +
    `${limits['model-import'].limit} an hour.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'model-import' }),
  body: strictJson(requestBody, {
    example: { url: 'https://files.example.com/part.stl' },
    refused: [{}, { unit: 'mm' }],
  }),
  response: {
    description: 'The model is stored.',
    schema: uploadedModel,
    example: uploadedExample,
  },
  refusals: [{ kind: 'import_url_missing' }, ...linkRefusals, ...modelRefusals],
  handler: async function importFromLink({ deps, keepOpen }, { request, caller, body }) {
    keepOpen?.(request)
    const { signal } = request
    const imported = await importModel(deps, caller, { ...body.value, signal })
    return imported.ok ? ok(uploadJson(imported.value)) : imported
  },
})
