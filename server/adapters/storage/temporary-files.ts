// The folder of temporary files: uploads in progress, and models fetched from storage. Their bytes are counted against a share of the
// disk.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { appendFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../domain/base/has-code.ts'
import { hourMs } from '../../domain/base/time/day.ts'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import { describeFile } from './describe-file.ts'
import { createDiskRoom, type DiskRoom, freeBytesOf, NoRoomError } from './disk-room.ts'
import { isOwnerGone, ownedName } from './process-owner.ts'

export type TemporaryFolder = TemporaryFiles & {
  readonly room: DiskRoom
  /** Counts bytes before they are written to a copy, until the copy is removed. Throws a NoRoomError when there is not enough space. */
  readonly grow: (path: string, bytes: number) => void
}

export type TemporaryFolderOptions = {
  readonly now?: () => number
  readonly room?: DiskRoom
}

/** No request takes this long, so an older file belongs to a process that has ended, on this machine or another. */
const abandonedAfterMs = 6 * hourMs

/** Interval at which a process removes such files while it creates files. */
const sweepEveryMs = hourMs

/** Fraction of the free disk for all processes together, and the maximum for one process on a large disk. */
const processShare = 0.5
const maxProcessBytes = 4 * 1024 ** 3

/** Returns the space of one process when `processes` processes share the disk. */
export function openDiskRoom(folder: string, processes: number): DiskRoom {
  const freeBytes = () => freeBytesOf(folder)
  return createDiskRoom({
    share: processShare / processes,
    maxBytes: maxProcessBytes,
    freeBytes,
  })
}

/** Opens the folder, which several processes may share. Removes files of processes that have ended, at the start and hourly. */
export function openTemporaryFiles(
  folder: string,
  { now = Date.now, room = openDiskRoom(folder, 1) }: TemporaryFolderOptions = {},
): TemporaryFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let lookedAt = Number.NEGATIVE_INFINITY
  const nextPath = () => {
    if (now() - lookedAt >= sweepEveryMs) {
      lookedAt = now()
      removeLeftBehind(folder, lookedAt)
    }
    return join(folder, ownedName())
  }
  /** Files in use, and whether they are to be removed when released. */
  const held = new Map<string, { holders: number; isUnwanted: boolean }>()
  const hold = (path: string) => {
    const use = held.get(path) ?? { holders: 0, isUnwanted: false }
    use.holders++
    held.set(path, use)
    return async () => {
      use.holders--
      if (use.holders > 0) return
      held.delete(path)
      if (use.isUnwanted) await remove(path)
    }
  }
  const remove = async (path: string) => {
    const use = held.get(path)
    if (use !== undefined) {
      use.isUnwanted = true
      return
    }
    // `rm` would first check the file, one extra system call per request.
    await unlink(path).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error
    })
    room.release(path)
  }
  const grow = (path: string, bytes: number) => {
    if (!room.take('copy', path, bytes)) throw new NoRoomError()
  }
  nextPath()
  return {
    room,
    grow,
    remove,
    hold,
    path: nextPath,
    write: async (bytes) => {
      const path = nextPath()
      grow(path, bytes.byteLength)
      try {
        await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        await remove(path)
        throw error
      }
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path, sizeBytes: bytes.byteLength, sha256 }
    },
    append: async (path, text) => {
      grow(path, Buffer.byteLength(text))
      await appendFile(path, text)
      return await describeFile(path)
    },
  }
}

function removeLeftBehind(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    const isOld = stats !== undefined && now - stats.mtimeMs > abandonedAfterMs
    if (isOld || isOwnerGone(name)) rmSync(path, { force: true })
  }
}
