// Refusals of signed uploads and of imports (decisions.md 33 and 34).
import { unreachable } from '../../domain/base/result.ts'
import type { DownloadRefusal } from '../../domain/models/downloads.ts'
import type { SignedUploadFailure } from '../../domain/uploads/failure.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export function uploadRefusal(failure: SignedUploadFailure): Refusal {
  switch (failure.kind) {
    case 'upload_field_invalid':
      return { status: 400, error: failure.message }
    case 'upload_not_found':
      return { status: 404, error: 'Upload not found' }
    case 'upload_expired':
      return {
        status: 410,
        error: 'This upload has expired. Sign a new one and send the file again.',
      }
    case 'upload_incomplete':
      return {
        status: 409,
        error: `The ${failure.expected} bytes of this upload have not arrived. Send them to uploadUrl first.`,
      }
    case 'upload_running':
      return {
        status: 409,
        error: 'This upload is being completed by another request. Ask again shortly.',
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'upload_size_differs':
      return {
        status: 422,
        error: `This upload was signed for ${failure.expected} bytes, but ${failure.received ?? 'more'} arrived. Nothing was stored; sign a new upload for the file.`,
      }
    case 'upload_hash_differs':
      return {
        status: 422,
        error:
          'The bytes that arrived do not have the SHA-256 of this upload. Nothing was stored; sign a new upload for the file.',
      }
    case 'upload_received':
      return {
        status: 409,
        error: 'The bytes of this upload have arrived already. Complete it, or sign a new one.',
      }
    case 'import_url_missing':
      return { status: 400, error: 'url required' }
    case 'import_refused':
      return { status: importStatuses[failure.reason], error: failure.message }
    default:
      return unreachable(failure)
  }
}

/** 400: the link itself. 422: what is behind it. 502: the server behind it. */
const importStatuses: Readonly<Record<DownloadRefusal['reason'], number>> = {
  bad_url: 400,
  not_https: 400,
  host_not_allowed: 400,
  private_address: 400,
  too_large: 413,
  empty: 422,
  not_a_file: 422,
  http_status: 502,
  timed_out: 502,
  too_many_redirects: 502,
  unreachable: 502,
}
