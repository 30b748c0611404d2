// Failures of signed uploads and imports, in addition to those of the model.
import type { DownloadRefusal } from '../models/downloads.ts'

export type SignedUploadFailure =
  /** `message` names the field and its required content. */
  | { readonly kind: 'upload_field_invalid'; readonly message: string }
  | { readonly kind: 'upload_not_found' }
  | { readonly kind: 'upload_expired' }
  | { readonly kind: 'upload_incomplete'; readonly expected: number }
  | { readonly kind: 'upload_running'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'upload_size_differs'
      readonly expected: number
      /** null = more; the rest was not read. */
      readonly received: number | null
    }
  | { readonly kind: 'upload_hash_differs' }
  /** The bytes have already arrived; an address can be written to only once. */
  | { readonly kind: 'upload_received' }
  | { readonly kind: 'import_url_missing' }
  /** `message` is the downloader's message. */
  | {
      readonly kind: 'import_refused'
      readonly reason: DownloadRefusal['reason']
      readonly message: string
    }
