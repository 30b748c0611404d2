// Temporary files as responses that a browser saves and never displays.

import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { fileUnread } from '../../domain/errors/sentences.ts'
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
        ...downloadHeaders(fileName, contentType),
        'content-length': String(sizeBytes),
      },
    },
  )
}

type StoredAttachment = {
  readonly uri: string
  readonly name: string
  readonly contentType: string
}

/**
 * Returns a stored file of a message or ticket. Always a download: an uploaded file is never displayed as a page of
 * this service.
 */
export async function storedAttachment(
  deps: FetchDeps,
  { uri, name: fileName, contentType }: StoredAttachment,
): Promise<Response> {
  const key = deps.objects.parseUri(uri)
  const file = key === null ? null : await fetchStoredModel(deps, key)
  if (file === null || !file.ok) {
    return refusedWith('storage_unreachable', 503, `${fileUnread} Try again later.`, {
      'retry-after': String(retryHintSeconds.attachment),
    })
  }
  return attachment({ ...file.value, fileName, contentType }, deps.temporaryFiles.remove)
}

/** Returns the headers of a download that must not be cached and that browsers must not render as a page. */
export const downloadHeaders = (fileName: string, contentType: string) =>
  ({
    'content-type': contentType,
    'content-disposition': disposition(fileName),
    ...privateFile,
  }) as const

/** Headers for an account's file: it is never cached, and browsers must not guess its type. */
export const privateFile = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Returns a Content-Disposition header (RFC 6266) with the name in ASCII for old programs and in full. Names come from
 * customers, so no part of one may end the header.
 */
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
