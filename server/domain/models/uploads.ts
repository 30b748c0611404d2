// The port that limits request bodies on disk: per caller, per process, and by a share of the disk.
// server/adapters/storage/uploads.ts implements it and defines the limits.
import type { AccountCaller, Caller } from '../base/caller.ts'
import type { Result } from '../base/result.ts'

/**
 * `caller`: this caller has too many uploads in progress. `service`: the process has too many, or its share of the
 * disk is used up.
 */
export type BodyUploadFailure = {
  readonly kind: 'uploads_busy'
  readonly by: 'caller' | 'service'
  readonly retryAfterSeconds: number
}

/** One upload in progress. */
export type BodyUpload = {
  /** The path to write to. The file does not exist yet. */
  readonly path: string
  /** Counts bytes before they are written. After a failure they must not be written. */
  readonly take: (bytes: number) => BodyUploadFailure | null
  /** Removes the file and releases its slot. */
  readonly close: () => Promise<void>
}

/** The caller to whom an upload is attributed. */
export type Uploader = Pick<AccountCaller, 'kind' | 'accountId'> | Exclude<Caller, AccountCaller>

export type Uploads = {
  /** Reserves a slot for one body. `declaredBytes`: its Content-Length; null = none. */
  readonly open: (
    caller: Uploader,
    declaredBytes: number | null,
  ) => Result<BodyUpload, BodyUploadFailure>
}
