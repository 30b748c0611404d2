// A drawn picture as a response.
import { pictureType } from '../../domain/measurement/model-picture.ts'

export const sendDrawnPicture = (
  picture: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Response =>
  new Response(new Uint8Array(picture), { headers: { 'content-type': pictureType, ...headers } })
