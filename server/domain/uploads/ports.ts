// Ports of direct uploads to storage (decisions.md 33).

import type { StoredBytesDeps } from '../accounts/stored-bytes.ts'
import type { AccountId } from '../base/caller.ts'
import type { LengthUnit, SliceableFormat } from '../models/format.ts'
import type { Uploader } from '../models/uploads.ts'
import type { SlicingDeps } from '../slicing/ports.ts'

/** Data that the caller announced when the upload was signed. */
export type SignedUpload = {
  readonly id: string
  readonly fileName: string
  readonly format: SliceableFormat
  readonly sizeBytes: number
  /** Lowercase hex. */
  readonly sha256: string
  /** null = the format's default. */
  readonly units: LengthUnit | null
  readonly expiresAt: Date
}

export type NewSignedUpload = SignedUpload & {
  readonly accountId: AccountId
  /** Hash of the secret in an address of this service; null if the bytes go to the bucket. */
  readonly tokenHash: string | null
}

/** The response to a completed upload. A repeated call gets the same response. */
export type CompletedUpload = {
  readonly generationId: string
  readonly modelUrl: string
  readonly fileName: string
  readonly bytes: number
  readonly dimensionsMm: readonly number[]
  readonly volumeCm3: number
}

export type UploadClaim =
  | { readonly kind: 'claimed'; readonly upload: SignedUpload }
  | { readonly kind: 'completed'; readonly result: CompletedUpload }
  /** Another call is completing it. */
  | { readonly kind: 'running' }
  | { readonly kind: 'expired' }
  /** Unknown, or an upload of another account. */
  | { readonly kind: 'not_found' }

export type SignedUploads = {
  readonly add: (upload: NewSignedUpload) => Promise<void>
  /** Returns the upload whose address has the secret with this hash, and its account; null = there is no such upload. */
  readonly findByToken: (tokenHash: string) => Promise<{
    readonly upload: SignedUpload
    readonly owner: Uploader
    readonly isCompleted: boolean
  } | null>
  /** Claims the upload for this call until `finish` or `release`, or until the claim times out. */
  readonly claim: (accountId: AccountId, id: string, now: Date) => Promise<UploadClaim>
  readonly finish: (id: string, result: CompletedUpload, now: Date) => Promise<void>
  readonly release: (id: string) => Promise<void>
  /** Ends an upload whose bytes differ from the announced ones. */
  readonly expire: (id: string, now: Date) => Promise<void>
  /** Returns ids of uploads that expired before the given time, oldest first. */
  readonly listExpired: (before: Date, limit: number) => Promise<readonly string[]>
  readonly remove: (id: string) => Promise<void>
}

export type UploadDeps = SlicingDeps & StoredBytesDeps & { readonly signedUploads: SignedUploads }
