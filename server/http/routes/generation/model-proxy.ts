// GET /api/model-proxy: the bytes of a stored model.
import { Elysia } from 'elysia'
import { type ProxiedModel, proxyModel } from '../../../domain/generation/model-proxy.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { disposition } from '../../responses/attachment.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { streamAndRemove } from '../../responses/stream-and-remove.ts'

export const modelProxy = ({ deps, authenticate }: HttpContext) =>
  new Elysia().get('/api/model-proxy', async ({ request }) => {
    const caller = await authenticate(request, ['session'])
    const query = new URL(request.url).searchParams
    const found = await proxyModel(deps, caller, {
      url: query.get('url'),
      download: query.get('download'),
      format: query.get('format'),
    })
    if (!found.ok) return failureToResponse(found.failure)
    const model = found.value
    const bytes = streamAndRemove(model.path, () => deps.temporaryFiles.remove(model.path))
    return new Response(bytes, { headers: headersOf(model) })
  })

/** A plain name needs no second form in the header. */
const named = (fileName: string, type: 'attachment' | 'inline') =>
  /^[\w.-]+$/.test(fileName) ? `${type}; filename="${fileName}"` : disposition(fileName, type)

function headersOf({ sizeBytes, contentType, fileName, asDownload }: ProxiedModel) {
  return {
    'content-type': contentType,
    'content-length': String(sizeBytes),
    'content-disposition': named(fileName, asDownload ? 'attachment' : 'inline'),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
}
