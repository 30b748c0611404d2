// Refusals of signed uploads and of imports (decisions.md 33 and 34).

import {
  completeUploadAdvice,
  signAgainAdvice,
  uploadArrived,
} from '../../domain/errors/sentences.ts'
import type { DownloadRefusal } from '../../domain/models/downloads.ts'
import type { SignedUploadFailure } from '../../domain/uploads/failure.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const uploadRefusals: Refusals<SignedUploadFailure> = {
  upload_field_invalid: ({ message }) => [400, message],
  upload_not_found: [404, 'Upload not found'],
  upload_expired: [410, `This upload has expired. ${signAgainAdvice}`],
  upload_incomplete: ({ expected }) => [
    409,
    `The ${expected} bytes of this upload have not arrived. Send them to uploadUrl first.`,
  ],
  upload_running: ({ retryAfterSeconds }) => [
    409,
    'This upload is being completed by another request. Ask again shortly.',
    retryAfter(retryAfterSeconds),
  ],
  upload_size_differs: ({ expected, received }) => [
    422,
    `This upload was signed for ${expected} bytes, but ${received ?? 'more'} arrived. Nothing was stored; sign a new upload for the file.`,
  ],
  upload_hash_differs: [
    422,
    'The bytes that arrived do not have the SHA-256 of this upload. Nothing was stored; sign a new upload for the file.',
  ],
  upload_received: [409, `${uploadArrived} ${completeUploadAdvice}`],
  import_url_missing: [400, 'url required'],
  import_refused: ({ reason, message }) => [importStatuses[reason], message],
}

/** 400 for the link itself, 422 for its content, 502 for the server. */
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
