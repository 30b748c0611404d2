// Managed storage in a folder, for a machine without a bucket. Uses the same URIs as a bucket, under a fixed bucket name.

import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../../domain/base/has-code.ts'
import type { ObjectStore } from '../../domain/models/ports.ts'
import { checkedKey, objectUris, renewAfterMs } from './object-keys.ts'
import { type Grow, receiveStream } from './receive-stream.ts'

export const localBucket = 'svc-local'

/** Creates the store. It drops the content type, because no code reads it. */
export function folderObjectStore(folder: string, grow?: Grow): ObjectStore {
  const objects = join(folder, 'objects')
  const incoming = join(folder, 'incoming')
  const syncFolder = sharedSync()
  const pathOf = (key: string) => join(objects, checkedKey(key))
  return {
    ...objectUris(localBucket),
    putFile: async (key, path) => {
      const target = pathOf(key)
      if (await renew(target)) return
      await mkdir(incoming, { recursive: true })
      const fresh = join(incoming, randomUUID())
      try {
        await linkOrCopy(path, fresh)
        await sync(fresh)
        await mkdir(dirname(target), { recursive: true })
        await rename(fresh, target)
        await syncFolder(dirname(target))
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
    },
    fetchToFile: async (key, path) => {
      const source = pathOf(key)
      if (!(await exists(source))) return null
      return receiveStream(createReadStream(source), path, { grow })
    },
    read: async (key) => {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null
        throw error
      }
    },
    sizeOf: async (key) => {
      const path = pathOf(key)
      return (await exists(path)) ? (await stat(path)).size : null
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    removeOlder: async (key, storedBefore) => {
      const target = pathOf(key)
      try {
        // A file that is not old stays in place, so that readers can find it at every moment.
        if (!((await stat(target)).mtime < storedBefore)) return false
        await mkdir(incoming, { recursive: true })
        const aside = join(incoming, randomUUID())
        // Moved before the decisive check: a concurrent call that stores it again has either already renewed its time, or does not find it
        // and writes a new file.
        await rename(target, aside)
        const isOlder = (await stat(aside)).mtime < storedBefore
        if (!isOlder) await linkUnlessThere(aside, target)
        await rm(aside, { force: true })
        return isOlder
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return true
        throw error
      }
    },
    removeAll: async (prefix) => {
      const start = pathOf(prefix)
      const inside = dirname(start)
      for (const name of await namesIn(inside)) {
        const path = join(inside, name)
        if (path.startsWith(start)) await rm(path, { force: true })
      }
    },
    openUpload: async () => null,
    check: async () => {
      await mkdir(objects, { recursive: true })
      await access(objects, constants.W_OK)
    },
  }
}

/** Links the file. A received file is never written to again, so a hard link is equivalent to a copy and costs nothing. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

async function linkUnlessThere(from: string, to: string): Promise<void> {
  try {
    await linkOrCopy(from, to)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Returns false when there is no such file. */
async function renew(path: string): Promise<boolean> {
  try {
    const file = await stat(path)
    if (!file.isFile()) return false
    const now = new Date()
    if (now.getTime() - file.mtimeMs >= renewAfterMs) await utimes(path, now, now)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/**
 * Syncs folders for several concurrent writers. A sync that begins after a rename covers it, so all callers that wait while one sync runs
 * share the next one.
 */
function sharedSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  const start = (folder: string): Promise<void> => {
    const work = sync(folder).finally(() => {
      if (running.get(folder) === work) running.delete(folder)
    })
    running.set(folder, work)
    return work
  }
  return (folder) => {
    const current = running.get(folder)
    if (current === undefined) return start(folder)
    const planned = waiting.get(folder)
    if (planned !== undefined) return planned
    const next = current.then(ignore, ignore).then(() => {
      waiting.delete(folder)
      return start(folder)
    })
    waiting.set(folder, next)
    return next
  }
}

const ignore = () => undefined

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
