// A drawn picture as a response.

import type { LimitFailure } from '../../domain/limits/failure.ts'
import type { PictureFailure } from '../../domain/measurement/drawings.ts'
import { pictureType } from '../../domain/measurement/model-picture.ts'
import { refusalOf } from './failure-to-response.ts'

export const sendDrawnPicture = (
  picture: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Response =>
  new Response(new Uint8Array(picture), { headers: { 'content-type': pictureType, ...headers } })

/** No cache keeps a refusal. */
export function refusePicture(failure: PictureFailure | LimitFailure): Response {
  const { status, error, headers } = refusal(failure)
  return Response.json({ error }, { status, headers: { ...headers, 'cache-control': 'no-store' } })
}

function refusal(failure: PictureFailure | LimitFailure): ReturnType<typeof refusalOf> {
  switch (failure.kind) {
    case 'picture_none':
      return { status: 404, error: 'There is no picture of this model.' }
    case 'picture_unavailable':
      return {
        status: 503,
        error: 'The picture cannot be drawn right now. Try again later.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    default:
      return refusalOf(failure)
  }
}
