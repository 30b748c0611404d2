// Counts the bytes of this process in its temporary folder against a share of the disk.

import { statfsSync } from 'node:fs'
import { megabyte } from '../../domain/base/text/megabytes.ts'

/** `upload` is the body of a request. `copy` is a file that the service itself writes, such as a fetched stored model. */
export type RoomUse = 'upload' | 'copy'

export type DiskRoom = {
  /** Counts bytes that are about to be written to `path`. Returns false, without counting them, when there is not enough space. */
  readonly take: (use: RoomUse, path: string, bytes: number) => boolean
  /** Whether an upload of this size would fit now. */
  readonly fits: (bytes: number) => boolean
  /** Called when the file was removed. */
  readonly release: (path: string) => void
}

export type DiskRoomOptions = {
  /** Fraction of the space that would be free without the files counted here. */
  readonly share: number
  readonly maxBytes: number
  /** Free space of the disk in bytes. */
  readonly freeBytes: () => number
  readonly now?: () => number
}

/** Copies may use half of the space, so that repeated orders of one stored model cannot block uploads. */
const copyShare = 0.5
/** The free space is read again after this time or this many bytes. */
const readEveryMs = 1_000
const readEveryBytes = 4 * megabyte

type HeldBytes = { uploadBytes: number; copyBytes: number }

export function createDiskRoom(options: DiskRoomOptions): DiskRoom {
  const held = new Map<string, HeldBytes>()
  const total: HeldBytes = { uploadBytes: 0, copyBytes: 0 }
  const used = () => total.uploadBytes + total.copyBytes
  const limitOf = createLimit(options, used)
  const fits = (use: RoomUse, bytes: number) => {
    const limit = limitOf(bytes)
    if (used() + bytes > limit) return false
    return use === 'upload' || total.copyBytes + bytes <= limit * copyShare
  }
  return {
    fits: (bytes) => fits('upload', bytes),
    take: (use, path, bytes) => {
      if (!fits(use, bytes)) return false
      const file = held.get(path) ?? { uploadBytes: 0, copyBytes: 0 }
      held.set(path, file)
      for (const counter of [file, total]) {
        if (use === 'upload') {
          counter.uploadBytes += bytes
        } else {
          counter.copyBytes += bytes
        }
      }
      return true
    },
    release: (path) => {
      const file = held.get(path)
      if (file === undefined) return
      held.delete(path)
      total.uploadBytes -= file.uploadBytes
      total.copyBytes -= file.copyBytes
    },
  }
}

/**
 * Returns the current limit in bytes. Writing moves bytes from free to held, so their sum stays the same between two readings of the disk.
 */
function createLimit(options: DiskRoomOptions, used: () => number): (bytes: number) => number {
  const { share, maxBytes, freeBytes, now = Date.now } = options
  let whole = 0
  let readAt = Number.NEGATIVE_INFINITY
  let asked = 0
  return (bytes) => {
    asked += bytes
    if (now() - readAt >= readEveryMs || asked >= readEveryBytes) {
      whole = freeBytes() + used()
      readAt = now()
      asked = 0
    }
    return Math.min(maxBytes, whole * share)
  }
}

/** Returns the free space of the disk that contains `folder`. Infinite if the system does not report it. */
export function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // If the disk is full, the write itself will fail.
    return Number.POSITIVE_INFINITY
  }
}

/** Has the code of a full disk, so that callers handle one case. */
export class NoRoomError extends Error {
  readonly code = 'ENOSPC'
  constructor() {
    super('the share of the disk for temporary files is used up')
  }
}
