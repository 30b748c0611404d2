// The folder of temporary files: uploads in progress, models fetched from storage. Their bytes are counted against a share of
// the disk.
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { appendFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import { createDiskRoom, type DiskRoom, freeBytesOf, NoRoomError } from './disk-room.ts'
import { isOwnerGone, ownedName } from './process-owner.ts'

export type TemporaryFolder = TemporaryFiles & {
  readonly room: DiskRoom
  /** Counts bytes before they are written to a copy, until it is removed. Throws a NoRoomError when there is no room. */
  readonly grow: (path: string, bytes: number) => void
}

export type TemporaryFolderOptions = {
  readonly now?: () => number
  readonly room?: DiskRoom
}

/** No request takes this long, so an older file was left by a process that ended, on this machine or another. */
const abandonedAfterMs = 6 * 3_600_000

/** The interval at which a process removes such files, while it creates files itself. */
const sweepEveryMs = 3_600_000

/** The share of the free disk for all processes together, and the maximum of one process on a large disk. */
const processShare = 0.5
const maxProcessBytes = 4 * 1024 ** 3

/** The room of one process when `processes` of them share the disk. */
export function openDiskRoom(folder: string, processes: number): DiskRoom {
  const freeBytes = () => freeBytesOf(folder)
  return createDiskRoom({
    share: processShare / processes,
    maxBytes: maxProcessBytes,
    freeBytes,
  })
}

/** Several processes may share the folder. Files of those that ended are removed here: at the start, and hourly. */
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
  /** Files in use, and whether they were to be removed meanwhile. */
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
    // `rm` would first check the file, once more for each request.
    await unlink(path).catch((error: unknown) => {
      if (!isMissing(error)) throw error
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
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk)
      return { sizeBytes: (await stat(path)).size, sha256: hash.digest('hex') }
    },
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

function removeLeftBehind(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    const isOld = stats !== undefined && now - stats.mtimeMs > abandonedAfterMs
    if (isOld || isOwnerGone(name)) rmSync(path, { force: true })
  }
}
