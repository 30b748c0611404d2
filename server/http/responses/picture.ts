// Response with a drawn picture.
import { daySeconds } from '../../domain/base/time/day.ts'
import { pictureType } from '../../domain/measurement/model-picture.ts'

/** For a picture that never changes and that only its reader may see. */
export const privateForADay = { 'cache-control': `private, max-age=${daySeconds}` } as const

export const sendDrawnPicture = (
  picture: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Response =>
  new Response(new Uint8Array(picture), { headers: { 'content-type': pictureType, ...headers } })
