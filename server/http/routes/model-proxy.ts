// GET /api/model-proxy: the bytes of a stored model.
import { Elysia } from 'elysia'
import { type ProxiedModel, proxyModel } from '../../domain/generation/model-proxy.ts'
import type { HttpContext } from '../context.ts'
import { failureToResponse } from '../failure-to-response.ts'
import { streamAndRemove } from '../stream-and-remove.ts'

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

function headersOf({ sizeBytes, contentType, fileName, asDownload }: ProxiedModel) {
  return {
    'content-type': contentType,
    'content-length': String(sizeBytes),
    'content-disposition': `${asDownload ? 'attachment' : 'inline'}; filename="${fileName}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
}
