// Managed storage in a Google Cloud Storage bucket. Google's library finds the credentials in the environment.

import { stat } from 'node:fs/promises'
import { type Bucket, type File, Storage } from '@google-cloud/storage'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import type { ObjectStore } from '../../domain/models/ports.ts'
import { checkedKey, objectUris, renewAfterMs } from './object-keys.ts'
import { type Grow, receiveStream } from './receive-stream.ts'

export type GcsOptions = {
  readonly bucket: string
  /** For tests: another server, called without credentials. */
  readonly apiEndpoint?: string
}

const totalTimeoutSeconds = 60
/** Smaller files are uploaded in one request; larger ones in a session that survives a dropped connection. */
const resumableFromBytes = 8 * megabyte

export function gcsObjectStore(options: GcsOptions, grow?: Grow): ObjectStore {
  const bucket = openBucket(options)
  return {
    ...objectUris(options.bucket),
    putFile: async (key, path, contentType) => {
      const upload = () => uploadNew(bucket, { key: checkedKey(key), path, contentType })
      if (await upload()) return
      // The object no longer exists: a sweep has removed it in between.
      if (!(await renew(bucket.file(key)))) await upload()
    },
    fetchToFile: async (key, path) => {
      try {
        return await receiveStream(bucket.file(checkedKey(key)).createReadStream(), path, { grow })
      } catch (error) {
        if (hasCode(error, 404)) return null
        throw error
      }
    },
    read: async (key) => {
      try {
        const [bytes] = await bucket.file(checkedKey(key)).download()
        return bytes
      } catch (error) {
        if (hasCode(error, 404)) return null
        throw error
      }
    },
    sizeOf: async (key) => {
      try {
        const [{ size }] = await bucket.file(checkedKey(key)).getMetadata()
        return Number(size)
      } catch (error) {
        if (hasCode(error, 404)) return null
        throw error
      }
    },
    remove: async (key) => {
      await bucket.file(checkedKey(key)).delete({ ignoreNotFound: true })
    },
    removeOlder: async (key, storedBefore) => {
      const file = bucket.file(checkedKey(key))
      try {
        const [{ updated = '', generation = 0, metageneration = 0 }] = await file.getMetadata()
        if (!(new Date(updated) < storedBefore)) return false
        await file.delete({ ifGenerationMatch: generation, ifMetagenerationMatch: metageneration })
        return true
      } catch (error) {
        if (hasCode(error, 412)) return false
        if (hasCode(error, 404)) return true
        throw error
      }
    },
    removeAll: async (prefix) => {
      const [files] = await bucket.getFiles({ prefix: checkedKey(prefix) })
      for (const file of files) await file.delete({ ignoreNotFound: true })
    },
    openUpload: async (key, { contentType, sizeBytes, origin }) => {
      // The URI of a resumable session is also its authorization. It is bound to this object, and the precondition prevents it from
      // replacing one.
      const [url] = await bucket.file(checkedKey(key)).createResumableUpload({
        metadata: { contentType, contentLength: sizeBytes },
        origin,
        preconditionOpts: { ifGenerationMatch: 0 },
      })
      return { url, headers: { 'content-type': contentType } }
    },
    check: async () => {
      await bucket.getFiles({ maxResults: 1, autoPaginate: false })
    },
  }
}

/** Returns false when an object already exists. */
async function uploadNew(
  bucket: Bucket,
  { key, path, contentType }: { key: string; path: string; contentType: string },
): Promise<boolean> {
  const { size } = await stat(path)
  try {
    await bucket.upload(path, {
      destination: key,
      resumable: size >= resumableFromBytes,
      metadata: { contentType },
      // Writes only an object that does not exist yet, which also makes a retry after a lost response safe.
      preconditionOpts: { ifGenerationMatch: 0 },
    })
    return true
  } catch (error) {
    if (hasCode(error, 412)) return false
    throw error
  }
}

/** Renews the time of the last change, which any change of the metadata sets. Returns false when there is no object. */
async function renew(file: File): Promise<boolean> {
  try {
    const [{ updated = '' }] = await file.getMetadata()
    if (Date.now() - Date.parse(updated) < renewAfterMs) return true
    await file.setMetadata({ metadata: { 'stored-again': new Date().toISOString() } })
    return true
  } catch (error) {
    if (hasCode(error, 404)) return false
    // Another call changed it within this second.
    if (hasCode(error, 429)) return true
    throw error
  }
}

function openBucket({ bucket, apiEndpoint }: GcsOptions): Bucket {
  const storage = new Storage({
    ...(apiEndpoint ? { apiEndpoint, projectId: 'none' } : {}),
    retryOptions: { autoRetry: true, maxRetries: 3, totalTimeout: totalTimeoutSeconds },
    timeout: totalTimeoutSeconds * 1000,
  })
  return storage.bucket(bucket)
}

/** Whether the error has the code. A resumable upload rejects with the server's plain error object, which is not an `Error`. */
function hasCode(error: unknown, code: number): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && Number(error.code) === code
  )
}
