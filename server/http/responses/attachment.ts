// A temporary file as a response that a browser saves and never shows.
import type { ModelFile } from '../../domain/models/fetch-stored-model.ts'
import { streamAndRemove } from './stream-and-remove.ts'

export function attachment(
  { path, sizeBytes, contentType, fileName }: ModelFile,
  remove: (path: string) => Promise<void>,
): Response {
  return new Response(
    streamAndRemove(path, () => remove(path)),
    {
      headers: {
        'content-type': contentType,
        'content-length': String(sizeBytes),
        'content-disposition': disposition(fileName),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    },
  )
}

/** RFC 6266: the name in ASCII for old programs, and in full. Names come from customers, so no part of one may end the header. */
export function disposition(
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string {
  const plain = fileName.replaceAll(/[^\w.+ -]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${plain}"; filename*=UTF-8''${exact}`
}
