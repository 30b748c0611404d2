// The picture of a stored model as a response.
import {
  modelPicture,
  type PicturedModel,
  pictureTag,
} from '../../../domain/measurement/model-picture.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { isUnchanged } from '../../responses/etags.ts'
import { sendDrawnPicture } from '../../responses/picture.ts'

const day = 86_400

/** `audience`: whether caches that serve several people may keep it. */
export async function pictureResponse(
  { deps, keepOpen }: HttpContext,
  request: Request,
  { model, audience }: { readonly model: PicturedModel; readonly audience: 'public' | 'private' },
): Promise<Response> {
  const etag = `"${pictureTag(model)}"`
  // A day at most: what is withdrawn disappears from caches.
  const headers = { etag, 'cache-control': `${audience}, max-age=${day}` }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers })
  keepOpen?.(request)
  const picture = await modelPicture(deps, model)
  if (!picture.ok) return noPicture(picture.failure.kind === 'picture_none' ? 404 : 503)
  return sendDrawnPicture(picture.value, deps.temporaryFiles.remove, {
    ...headers,
    'x-content-type-options': 'nosniff',
  })
}

export const noPicture = (status: 404 | 503): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store' } })
