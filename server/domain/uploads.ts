// Bounds on request bodies that are written to disk, as a port: so many for each caller, so many for the process, and a share
// of the disk. server/adapters/uploads.ts implements it and has the numbers.
import type { Caller } from './accounts/caller.ts'
import type { Result } from './result.ts'

/** `caller`: this caller has too much under way. `service`: the process has, or its share of the disk is used up. */
export type UploadFailure = {
  readonly kind: 'uploads_busy'
  readonly by: 'caller' | 'service'
  readonly retryAfterSeconds: number
}

/** One body on its way to disk. */
export type Upload = {
  /** Where to write it; no file is there yet. */
  readonly path: string
  /** Counts bytes that are about to be written; with a failure they must not be. */
  readonly take: (bytes: number) => UploadFailure | null
  /** Removes the file and gives its place back. */
  readonly close: () => Promise<void>
}

export type Uploads = {
  /** A place for one body. `declaredBytes` is its Content-Length, null when it has none. */
  readonly open: (caller: Caller, declaredBytes: number | null) => Result<Upload, UploadFailure>
}
