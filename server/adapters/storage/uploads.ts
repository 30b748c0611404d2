// Limits on request bodies that are written to disk at the same time, per caller and for the process. They reject immediately, unlike the
// downloader's semaphore, because a waiting upload would hold its connection.

import { fail, ok } from '../../domain/base/result.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import type {
  BodyUpload,
  BodyUploadFailure,
  Uploader,
  Uploads,
} from '../../domain/models/uploads.ts'
import type { TemporaryFolder } from './temporary-files.ts'

export type UploadLimit = {
  /** Maximum number of parallel uploads. */
  readonly count: number
  /** Bytes of these uploads, declared or received, whichever is greater. */
  readonly bytes: number
}

export type UploadLimits = {
  readonly account: UploadLimit
  /** For callers without an account, by client address, which an office shares. */
  readonly address: UploadLimit
  /** Maximum number of parallel uploads of all callers; each holds a connection and an open file. The disk limit covers their bytes. */
  readonly processCount: number
}

export const uploadLimits: UploadLimits = {
  // Five files of the largest size. Shops submit small orders in parallel, so the count is higher.
  account: { count: 64, bytes: 512 * megabyte },
  // Five files of the largest size that is checked without an account.
  address: { count: 16, bytes: 128 * megabyte },
  processCount: 1024,
}

type HeldUploads = { count: number; bytes: number }

export function createUploads(
  folder: TemporaryFolder,
  limits: UploadLimits = uploadLimits,
): Uploads {
  const holders = new Map<string, HeldUploads>()
  let running = 0

  const place = (
    key: string,
    held: HeldUploads,
    limit: UploadLimit,
    declared: number,
  ): BodyUpload => {
    const path = folder.path()
    let counted = declared
    let received = 0
    let isOpen = true
    running += 1
    held.count += 1
    held.bytes += declared
    return {
      path,
      take: (bytes) => {
        const more = Math.max(0, received + bytes - counted)
        if (held.bytes + more > limit.bytes) return busyCaller
        if (!folder.room.take('upload', path, bytes)) return busyService
        received += bytes
        counted += more
        held.bytes += more
        return null
      },
      close: async () => {
        if (!isOpen) return
        isOpen = false
        try {
          await folder.remove(path)
        } finally {
          running -= 1
          held.count -= 1
          held.bytes -= counted
          if (held.count === 0) holders.delete(key)
        }
      },
    }
  }

  return {
    open: (caller, declaredBytes) => {
      const declared = declaredBytes ?? 0
      const limit = limits[caller.kind === 'account' ? 'account' : 'address']
      const key = holderOf(caller)
      const held = holders.get(key) ?? { count: 0, bytes: 0 }
      if (held.count >= limit.count || held.bytes + declared > limit.bytes) return fail(busyCaller)
      if (running >= limits.processCount || !folder.room.fits(declared)) return fail(busyService)
      holders.set(key, held)
      return ok(place(key, held, limit, declared))
    },
  }
}

/** An upload on a common connection takes some seconds. */
const busyCaller: BodyUploadFailure = {
  kind: 'uploads_busy',
  by: 'caller',
  retryAfterSeconds: retryHintSeconds.busy,
}
const busyService: BodyUploadFailure = {
  kind: 'uploads_busy',
  by: 'service',
  retryAfterSeconds: retryHintSeconds.uploads,
}

const holderOf = (caller: Uploader): string =>
  caller.kind === 'account' ? `account ${caller.accountId}` : `address ${caller.address}`
