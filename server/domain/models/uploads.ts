// The port that limits request bodies on disk: per caller, per process, and by a share of the disk.
// server/adapters/storage/uploads.ts implements it and defines the limits.
import type { AccountCaller, Caller } from '../base/caller.ts'
import type { Result } from '../base/result.ts'

/** `caller`: this caller has too many uploads in progress. `service`: the process has, or its share of the disk is used up. */
export type UploadFailure = {
  readonly kind: 'uploads_busy'
  readonly by: 'caller' | 'service'
  readonly retryAfterSeconds: number
}

/** One upload in progress. */
export type Upload = {
  /** The path to write to; the file does not exist yet. */
  readonly path: string
  /** Counts bytes before they are written. After a failure they must not be written. */
  readonly take: (bytes: number) => UploadFailure | null
  /** Removes the file and releases its place. */
  readonly close: () => Promise<void>
}

/** The caller that an upload counts for. */
export type Uploader = Pick<AccountCaller, 'kind' | 'accountId'> | Exclude<Caller, AccountCaller>

export type Uploads = {
  /** Reserves a place for one body. `declaredBytes` is its Content-Length; null = it has none. */
  readonly open: (caller: Uploader, declaredBytes: number | null) => Result<Upload, UploadFailure>
}
