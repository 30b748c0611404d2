// A temporary file as a response that a browser saves and never shows.

import { retryHintSeconds } from '../../domain/base/retry-hints.ts'
import {
  type FetchDeps,
  fetchStoredModel,
  type ModelFile,
} from '../../domain/models/fetch-stored-model.ts'
import { refusedWith } from './error-code.ts'
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

type StoredAttachment = {
  readonly uri: string
  readonly name: string
  readonly contentType: string
}

/** A file of a message or a ticket. A download in every case: a file that was sent is never shown as a page of ours. */
export async function storedAttachment(
  deps: FetchDeps,
  { uri, name: fileName, contentType }: StoredAttachment,
): Promise<Response> {
  const key = deps.objects.parseUri(uri)
  const file = key === null ? null : await fetchStoredModel(deps, key)
  if (file === null || !file.ok) {
    return refusedWith(
      'storage_unreachable',
      503,
      'The file cannot be read right now. Try again later.',
      { 'retry-after': String(retryHintSeconds.attachment) },
    )
  }
  return attachment({ ...file.value, fileName, contentType }, deps.temporaryFiles.remove)
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
