// Managed storage in a bucket that speaks S3's protocol (AWS, MinIO, Cloudflare R2, Ceph, ...), through Bun's own client. Addresses keep
// the form of the contract, gs://bucket/key.
//
// S3 has no deletion that is bound to the time of the last change. So a removal first writes a marker, then looks at the object's time,
// deletes, and takes the marker away; a writer first writes, then waits until there is no marker, and looks whether the object is still
// there. Reads of S3 are consistent: a removal that began before the last look for markers has ended by then, and one that begins later
// sees the new time. A deletion without an answer may still arrive: its marker stays, and writers of the object fail until it is too old.
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3Client } from 'bun'
import type { ObjectStore } from '../../domain/models/ports.ts'
import { checkedKey, objectUris, renewAfterMs } from './object-keys.ts'
import { type Grow, receiveStream } from './receive-stream.ts'
import { presignPut } from './s3-presign.ts'

export type S3Options = {
  readonly bucket: string
  /** Without a slash at the end; null = AWS. */
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
/** 100 MB at 1 MB/s, with some room. */
const uploadTimeoutMs = 180_000
/** The storage takes a removal's deletion within this time after its marker, or not at all: the signature expires. */
const longestRemovalMs = 20_000
/** A marker as old as this was left by a process that was killed: no deletion arrives so late, and clocks differ by less. */
const abandonedMs = 300_000
/** No removal that saw the object before it was written still runs after this time: its marker is abandoned by then. */
const settledMs = abandonedMs
const pollMs = 100
/** The longest validity that a caller needs: that of a signed upload. */
const presignedSeconds = 2 * 3600

export function s3ObjectStore(options: S3Options, grow?: Grow): ObjectStore {
  const { bucket, region, accessKeyId, secretAccessKey, timeoutMs = idleTimeoutMs } = options
  const { removalMs = longestRemovalMs } = options
  const endpoint = options.endpoint ?? `https://s3.${region}.amazonaws.com`
  const client = new S3Client({ bucket, endpoint, region, accessKeyId, secretAccessKey, retry: 3 })
  const within = <T>(work: Promise<T>, ms = timeoutMs) => timeLimit(work, ms)

  const factsOf = (key: string) => orNull(within(client.file(key).stat()))
  /** Infinite when there is no object. */
  const ageOf = async (key: string) => {
    const facts = await factsOf(key)
    return facts === null ? Number.POSITIVE_INFINITY : Date.now() - facts.lastModified.getTime()
  }
  const remove = (key: string) => orNull(within(client.delete(key)))
  const namesBelow = async (prefix: string) => {
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
  }
  const removalsEnd = async (key: string): Promise<void> => {
    const until = performance.now() + removalMs * 2
    for (;;) {
      const markers = await namesBelow(markersOf(key))
      const running = markers.filter(
        ({ lastModified }) => Date.now() - lastModified.getTime() < abandonedMs,
      )
      for (const { key: marker } of markers.filter((each) => !running.includes(each))) {
        await remove(marker)
      }
      if (running.length === 0) return
      if (performance.now() > until) {
        throw new Error('a removal of this object has not ended: store it again later')
      }
      await sleep(pollMs)
    }
  }
  /** True when the storage has answered and will not delete later; throws without an answer, also for a gateway's 5xx. */
  const removeBefore = async (key: string, leftMs: number): Promise<boolean> => {
    const expiresIn = Math.max(1, Math.floor(leftMs / 1000))
    const response = await fetch(client.presign(key, { method: 'DELETE', expiresIn }), {
      method: 'DELETE',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.status >= 500) throw new Error(`the storage responded ${response.status}`)
    return response.ok || response.status === 404
  }

  return {
    ...objectUris(bucket),
    putFile: async (key, path, contentType) => {
      checkedKey(key)
      await stat(path)
      // Equal keys have equal contents, so a second writer replaces an object by itself.
      const upload = () =>
        within(client.write(key, Bun.file(path), { type: contentType }), uploadTimeoutMs)
      for (let waited = false; ; waited = true) {
        const age = await ageOf(key)
        if (age < renewAfterMs && (waited || age > settledMs)) return
        if (age >= renewAfterMs) await upload()
        await removalsEnd(key)
      }
    },
    fetchToFile: async (key, path) =>
      orNull(
        receiveStream(chunksOf(client.file(checkedKey(key)).stream(), within), path, { grow }),
      ),
    read: async (key) => orNull(within(client.file(checkedKey(key)).bytes())),
    sizeOf: async (key) => (await factsOf(checkedKey(key)))?.size ?? null,
    remove: async (key) => {
      await remove(checkedKey(key))
    },
    removeOlder: async (key, storedBefore) => {
      const marker = markersOf(checkedKey(key)) + randomUUID()
      const began = performance.now()
      await within(client.write(marker, ''))
      let isDecided = true
      try {
        const facts = await factsOf(key)
        if (facts === null) return true
        if (!(facts.lastModified < storedBefore)) return false
        const leftMs = removalMs - (performance.now() - began)
        if (leftMs <= 0) throw new Error('the storage responds too slowly')
        isDecided = false
        const removed = await removeBefore(key, leftMs)
        isDecided = true
        if (!removed) throw new Error('the storage refuses to delete')
        return true
      } finally {
        if (isDecided) await remove(marker)
      }
    },
    removeAll: async (prefix) => {
      for (const { key } of await namesBelow(checkedKey(prefix))) await remove(key)
    },
    openUpload: async (key, { contentType, sizeBytes }) => {
      const address = { endpoint, bucket, region, accessKeyId, secretAccessKey }
      const bound = { 'content-type': contentType, 'if-none-match': '*' }
      const url = presignPut(address, {
        key: checkedKey(key),
        // Clients send the length by themselves, and browsers refuse to have it set.
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

/** The folder of the markers, outside of those of the service's own objects. */
const markersOf = (key: string) => `removing/${key}/`

/** Null for an object that is not there. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'NoSuchKey'

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

/** The client has no limit of its own: a server that accepts a connection and says nothing would hold a request for ever. */
async function timeLimit<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the storage said nothing for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
