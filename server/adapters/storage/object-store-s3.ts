// Managed storage in a bucket with S3's protocol (AWS, MinIO, Cloudflare R2, Ceph, ...), using Bun's client. Addresses keep the form of
// the contract, gs://bucket/key.
//
// S3 has no deletion that depends on the time of the last change. A removal therefore first writes a marker, then reads the object's time,
// deletes the object, and removes the marker. A writer first writes, then waits until there is no marker, and checks whether the object
// still exists. Reads of S3 are consistent: a removal that began before the writer's last check for markers has finished by then, and one
// that begins later sees the new time. A deletion without a response may still arrive: its marker stays, and writers of the object fail
// until the marker is too old.

import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3Client } from 'bun'
import { hasCode } from '../../domain/base/has-code.ts'
import type { ObjectStore } from '../../domain/models/ports.ts'
import { checkedKey, objectUris, renewAfterMs } from './object-keys.ts'
import { type Grow, receiveStream } from './receive-stream.ts'
import { presignPut } from './s3-presign.ts'

export type S3Options = {
  readonly bucket: string
  /** Without a trailing slash; null means AWS. */
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** For tests. */
  readonly timeoutMs?: number
  /** For tests. */
  readonly removalMs?: number
}

/** Time without a byte from the server, or for a call without a body. */
const idleTimeoutMs = 60_000
/** Time for the largest model at 1 MB/s, with some margin. */
const uploadTimeoutMs = 180_000
/** The storage executes a removal's deletion within this time after its marker, or not at all, because the signature expires. */
const longestRemovalMs = 20_000
/** A marker of this age belongs to a killed process: no deletion arrives so late, and clocks differ by less. */
const abandonedMs = 300_000
/** After this time, no removal is running that saw the object before it was written: its marker is abandoned by then. */
const settledMs = abandonedMs
const pollMs = 100
/** The longest validity that a caller needs, for a signed upload. */
const presignedSeconds = 2 * 3600

export function s3ObjectStore(options: S3Options, grow?: Grow): ObjectStore {
  const { bucket, region, accessKeyId, secretAccessKey } = options
  const endpoint = options.endpoint ?? `https://s3.${region}.amazonaws.com`
  const client = new S3Client({ bucket, endpoint, region, accessKeyId, secretAccessKey, retry: 3 })
  const calls = callsOf(client, options)
  const { within } = calls
  return {
    ...objectUris(bucket),
    putFile: async (key, path, contentType) => {
      checkedKey(key)
      await stat(path)
      // Equal keys have equal contents, so a second writer may replace an object.
      const upload = () =>
        within(client.write(key, Bun.file(path), { type: contentType }), uploadTimeoutMs)
      for (let waited = false; ; waited = true) {
        const age = await calls.ageOf(key)
        if (age < renewAfterMs && (waited || age > settledMs)) return
        if (age >= renewAfterMs) await upload()
        await removalsEnd(calls, key)
      }
    },
    fetchToFile: async (key, path) =>
      orNull(
        receiveStream(chunksOf(client.file(checkedKey(key)).stream(), within), path, { grow }),
      ),
    read: async (key) => orNull(within(client.file(checkedKey(key)).bytes())),
    sizeOf: async (key) => (await calls.statOf(checkedKey(key)))?.size ?? null,
    remove: async (key) => {
      await calls.remove(checkedKey(key))
    },
    removeOlder: (key, storedBefore) => removeOlder(calls, checkedKey(key), storedBefore),
    removeAll: async (prefix) => {
      for (const { key } of await calls.namesBelow(checkedKey(prefix))) await calls.remove(key)
    },
    openUpload: async (key, { contentType, sizeBytes }) => {
      const address = { endpoint, bucket, region, accessKeyId, secretAccessKey }
      const bound = { 'content-type': contentType, 'if-none-match': '*' }
      const url = presignPut(address, {
        key: checkedKey(key),
        // Clients send the length automatically, and browsers do not allow setting it.
        signedHeaders: { ...bound, 'content-length': String(sizeBytes) },
        expiresSeconds: presignedSeconds,
        at: new Date(),
      })
      return { url, headers: bound }
    },
    check: async () => {
      await within(client.list({ maxKeys: 1 }))
    },
  }
}

type Calls = ReturnType<typeof callsOf>

/** The calls of the bucket, each with a time limit. */
function callsOf(
  client: S3Client,
  { timeoutMs = idleTimeoutMs, removalMs = longestRemovalMs }: S3Options,
) {
  const within = <T>(work: Promise<T>, ms = timeoutMs) => timeLimit(work, ms)
  const statOf = (key: string) => orNull(within(client.file(key).stat()))
  return {
    removalMs,
    within,
    statOf,
    /** Infinite when there is no object. */
    ageOf: async (key: string) => {
      const facts = await statOf(key)
      return facts === null ? Number.POSITIVE_INFINITY : Date.now() - facts.lastModified.getTime()
    },
    remove: (key: string) => orNull(within(client.delete(key))),
    writeMarker: (marker: string) => within(client.write(marker, '')),
    namesBelow: async (prefix: string) => {
      const names: { readonly key: string; readonly lastModified: Date }[] = []
      let continuationToken: string | undefined
      do {
        const token = continuationToken === undefined ? {} : { continuationToken }
        const page = await within(client.list({ prefix, ...token }))
        for (const { key, lastModified = '' } of page.contents ?? []) {
          names.push({ key, lastModified: new Date(lastModified) })
        }
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
      } while (continuationToken !== undefined)
      return names
    },
    /** Returns true when the storage has responded and will not delete later. Throws without a response, and for a gateway's 5xx. */
    removeBefore: async (key: string, leftMs: number): Promise<boolean> => {
      const expiresIn = Math.max(1, Math.floor(leftMs / 1000))
      const response = await fetch(client.presign(key, { method: 'DELETE', expiresIn }), {
        method: 'DELETE',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status >= 500) throw new Error(`The storage responded with ${response.status}.`)
      return response.ok || response.status === 404
    },
  }
}

/** Waits until no removal of the object is in progress. */
async function removalsEnd(calls: Calls, key: string): Promise<void> {
  const until = performance.now() + calls.removalMs * 2
  for (;;) {
    const markers = await calls.namesBelow(markersOf(key))
    const running = markers.filter(
      ({ lastModified }) => Date.now() - lastModified.getTime() < abandonedMs,
    )
    for (const { key: marker } of markers.filter((each) => !running.includes(each))) {
      await calls.remove(marker)
    }
    if (running.length === 0) return
    if (performance.now() > until) {
      throw new Error('A removal of this object is still in progress. Store it again later.')
    }
    await sleep(pollMs)
  }
}

/** Removes the object if it was stored before that time. Returns false if it is newer. */
async function removeOlder(calls: Calls, key: string, storedBefore: Date): Promise<boolean> {
  const marker = markersOf(key) + randomUUID()
  const began = performance.now()
  await calls.writeMarker(marker)
  let isDecided = true
  try {
    const facts = await calls.statOf(key)
    if (facts === null) return true
    if (!(facts.lastModified < storedBefore)) return false
    const leftMs = calls.removalMs - (performance.now() - began)
    if (leftMs <= 0) throw new Error('The storage responds too slowly.')
    isDecided = false
    const removed = await calls.removeBefore(key, leftMs)
    isDecided = true
    if (!removed) throw new Error('The storage refuses to delete the object.')
    return true
  } finally {
    if (isDecided) await calls.remove(marker)
  }
}

/** Folder of the markers, separate from the service's objects. */
const markersOf = (key: string) => `removing/${key}/`

/** Returns null for an object that does not exist. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown): boolean => hasCode(error, 'NoSuchKey')

async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  within: <T>(work: Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read())
      if (done) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/**
 * Limits a call. The client has no time limit: a server that accepts a connection and sends nothing would hold a request forever. Nor can a
 * call of the client be aborted: it goes on, and its late response is ignored.
 */
async function timeLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The storage did not respond for ${ms} ms.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
