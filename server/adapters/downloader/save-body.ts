// Writes a response's body to a local file: counted, hashed and looked at while it arrives.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { DownloadRefusal } from '../../domain/models/downloads.ts'
import { notAFile, refused, tooLarge } from './refusals.ts'

type Saved = { readonly kind: 'saved'; readonly sizeBytes: number; readonly sha256: string }

/** Rejects only when the disk fails or `received` throws; the caller removes the file. */
export async function saveBody(
  response: IncomingMessage,
  path: string,
  { maxBytes, received }: { maxBytes: number; received: (bytes: number) => void },
): Promise<Saved | DownloadRefusal> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let sizeBytes = 0
  try {
    const chunks = response[Symbol.asyncIterator]()
    for (;;) {
      const next = await nextChunk(chunks)
      if (next === 'broken') return refused('unreachable', brokeOff)
      if (next === 'end') break
      if (sizeBytes === 0 && isWebPage(next)) return notAFile('page')
      sizeBytes += next.byteLength
      received(next.byteLength)
      if (sizeBytes > maxBytes) return tooLarge(maxBytes)
      hash.update(next)
      await writeAll(file, next)
    }
  } finally {
    response.destroy()
    await file.close()
  }
  if (!isWhole(response, sizeBytes)) return refused('unreachable', brokeOff)
  if (sizeBytes === 0) return refused('empty')
  return { kind: 'saved', sizeBytes, sha256: hash.digest('hex') }
}

/** A disk that is nearly full takes a part of a chunk without an error. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const { bytesWritten } = await file.write(chunk, written, chunk.byteLength - written)
    if (bytesWritten === 0) throw new Error('the disk took nothing')
    written += bytesWritten
  }
}

const brokeOff = 'The download broke off before the end. Try again.'

async function nextChunk(chunks: AsyncIterator<unknown>): Promise<Uint8Array | 'end' | 'broken'> {
  try {
    const { done, value } = await chunks.next()
    if (done) return 'end'
    return value instanceof Uint8Array ? value : 'broken'
  } catch {
    // Reset, cut off or aborted: the caller of saveBody tells these apart by its own clock.
    return 'broken'
  }
}

/** A server may promise more than it sends, or end a chunked body without its last chunk. */
function isWhole(response: IncomingMessage, sizeBytes: number): boolean {
  const promised = response.headers['content-length']
  return response.complete && (promised === undefined || Number(promised) === sizeBytes)
}

/** Sign-in and viewer pages, also under a file's content type. */
function isWebPage(start: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(start.subarray(0, 512))
  return /^(?:ï»¿)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is.test(
    text,
  )
}
