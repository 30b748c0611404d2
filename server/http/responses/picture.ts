// A drawn picture as a response.
import { pictureType } from '../../domain/measurement/model-picture.ts'
import type { LocalModel } from '../../domain/models/fetch-stored-model.ts'
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
