// A drawn picture as a response.

import type { LimitFailure } from '../../domain/limits/failure.ts'
import type { PictureFailure } from '../../domain/measurement/drawings.ts'
import { pictureType } from '../../domain/measurement/model-picture.ts'
import type { LocalModel } from '../../domain/models/fetch-stored-model.ts'
import { refusalOf } from './failure-to-response.ts'
import { streamAndRemove } from './stream-and-remove.ts'

/** Removes the file once it is sent. */
export const sendDrawnPicture = (
  { path, sizeBytes }: Pick<LocalModel, 'path' | 'sizeBytes'>,
  remove: (path: string) => Promise<void>,
  headers: Readonly<Record<string, string>>,
): Response =>
  new Response(
    streamAndRemove(path, () => remove(path)),
    { headers: { 'content-type': pictureType, 'content-length': String(sizeBytes), ...headers } },
  )

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
