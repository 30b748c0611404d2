// GET /api/model-proxy: the bytes of a stored model (contract.md 4.11).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { imageTypes } from '../../../domain/generation/engine/engine.ts'
import { type ProxiedModel, proxyModel } from '../../../domain/generation/model-proxy.ts'
import { contentTypes } from '../../../domain/models/format.ts'
import type { Parameter } from '../../contract/contract.ts'
import { says } from '../../contract/schemas.ts'
import { optionalSession } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { disposition, privateFile } from '../../responses/attachment.ts'
import { streamAndRemove } from '../../responses/stream-and-remove.ts'
import type { GenerationContext } from './generation-context.ts'

const file = says(v.file(), 'The stored file.')

const queryText = { in: 'query', schema: { type: 'string' } } as const
const parameters: readonly Parameter[] = [
  {
    ...queryText,
    name: 'url',
    required: true,
    description:
      '`modelUrl` or `previewUrl` of a generation, `modelUrl` of an upload, or `imageUrl` of a picture.',
    example: 'gs://models/models/2ef0a0a6a5d1cbbe.glb',
  },
  {
    in: 'query',
    schema: { type: 'string', enum: ['true', 'false'] },
    name: 'download',
    required: false,
    description: '`true` to be saved as a file.',
  },
  {
    in: 'query',
    schema: { type: 'string', enum: ['glb', 'stl', 'obj', '3mf'] },
    name: 'format',
    required: false,
    description: 'glb, stl, obj or 3mf: content type and file name of a generation.',
  },
]

export const modelProxyRoute = route({
  method: 'GET',
  path: '/api/model-proxy',
  id: 'downloadModel',
  tag: 'Generation',
  summary: 'Download a model',
  description:
    'Downloads one of your models, or a published one, which needs no credential. A generation is always returned as the stored GLB, and ' +
    '`format` only names the file; an upload is returned as stored, with its type and name, and `format` is ignored.',

  access: optionalSession,
  parameters,
  response: {
    type: [...Object.values(contentTypes), ...imageTypes],
    description: 'The file.',
    schema: file,
  },
  refusals: [
    { kind: 'session_required' },
    { kind: 'proxy_url_required' },
    { kind: 'model_foreign' },
    { kind: 'model_unreadable' },
  ],
  handler: async function downloadModel({ deps }: GenerationContext, { request, caller }) {
    const query = new URL(request.url).searchParams
    const outcome = await proxyModel(deps, caller, {
      url: query.get('url'),
      download: query.get('download'),
      format: query.get('format'),
    })
    if (!outcome.ok) return outcome
    const model = outcome.value
    const bytes = streamAndRemove(model.path, () => deps.temporaryFiles.remove(model.path))
    return ok(new Response(bytes, { headers: headersOf(model) }))
  },
})

/** Returns the Content-Disposition header. A plain ASCII name needs no second form. */
const dispositionOf = (fileName: string, type: 'attachment' | 'inline') =>
  /^[\w.-]+$/.test(fileName) ? `${type}; filename="${fileName}"` : disposition(fileName, type)

function headersOf({ sizeBytes, contentType, fileName, isDownload: asDownload }: ProxiedModel) {
  return {
    'content-type': contentType,
    'content-length': String(sizeBytes),
    'content-disposition': dispositionOf(fileName, asDownload ? 'attachment' : 'inline'),
    ...privateFile,
  }
}
