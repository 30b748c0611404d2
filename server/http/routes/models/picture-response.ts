// Response with the picture of a stored model.

import { daySeconds } from '../../../domain/base/time/day.ts'
import {
  modelPicture,
  type PicturedModel,
  pictureTag,
} from '../../../domain/measurement/model-picture.ts'
import { admitDrawing } from '../../middleware/admit-drawing.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { refusePicture } from '../../refusals/refusal-of.ts'
import { isUnchanged } from '../../responses/etags.ts'
import { sendDrawnPicture } from '../../responses/picture.ts'

/**
 * In seconds. A picture removed from the gallery disappears from shared caches within a minute. Within that time, a
 * reopened page requests no pictures again.
 */
const maxAge = { public: 60, private: daySeconds }

/** Returns the response. `audience`: whether shared caches may store it. */
export async function pictureResponse(
  http: HttpContext,
  request: Request,
  { model, audience }: { readonly model: PicturedModel; readonly audience: 'public' | 'private' },
): Promise<Response> {
  const { deps, keepOpen } = http
  const etag = `"${pictureTag(model)}"`
  const headers = {
    etag,
    'cache-control': `${audience}, max-age=${maxAge[audience]}, must-revalidate`,
  }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers })
  keepOpen?.(request)
  const picture = await modelPicture(deps, model, admitDrawing(http, request))
  if (!picture.ok) return refusePicture(picture.failure)
  return sendDrawnPicture(picture.value, {
    ...headers,
    'x-content-type-options': 'nosniff',
  })
}

export const noPicture = (): Response => refusePicture({ kind: 'picture_none' })
