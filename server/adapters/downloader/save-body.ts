// Writes a response's body to a local file. Rejects a web page, an incomplete body and a body that is too large.
import type { IncomingMessage } from 'node:http'
import type { DownloadRefusal } from '../../domain/models/downloads.ts'
import { receiveStream } from '../storage/receive-stream.ts'
import { notAFile, refuse, tooLarge } from './refusals.ts'

type Saved = { readonly kind: 'saved'; readonly sizeBytes: number; readonly sha256: string }

/** Passes a refusal out of receiveStream. Callers never see it. */
class Refusal extends Error {
  readonly refusal: DownloadRefusal
  constructor(refusal: DownloadRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Saves the body. Rejects only when the disk fails or `received` throws; the caller then removes the file. */
export async function saveBody(
  response: IncomingMessage,
  path: string,
  { maxBytes, received }: { maxBytes: number; received: (bytes: number) => void },
): Promise<Saved | DownloadRefusal> {
  try {
    const { sizeBytes, sha256 } = await receiveStream(checkBody(response, maxBytes), path, {
      grow: (_path, bytes) => received(bytes),
    })
    return { kind: 'saved', sizeBytes, sha256 }
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  } finally {
    response.destroy()
  }
}

async function* checkBody(response: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  const chunks = response[Symbol.asyncIterator]()
  let sizeBytes = 0
  for (;;) {
    const chunk = await nextChunk(chunks)
    if (chunk === null) break
    if (sizeBytes === 0 && isWebPage(chunk)) throw new Refusal(notAFile('page'))
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw new Refusal(tooLarge(maxBytes))
    yield chunk
  }
  if (!isComplete(response, sizeBytes)) throw cutOff()
  if (sizeBytes === 0) throw new Refusal(refuse('empty'))
}

const cutOff = () =>
  new Refusal(refuse('unreachable', 'The download was cut off before the end. Try again.'))

/** Returns the next chunk, or null at the end. The caller of saveBody distinguishes a reset from an abort by its clock. */
async function nextChunk(chunks: AsyncIterator<unknown>): Promise<Uint8Array | null> {
  const next = await chunks.next().catch(() => {
    throw cutOff()
  })
  if (next.done) return null
  if (next.value instanceof Uint8Array) return next.value
  throw cutOff()
}

/** Whether the body is complete. A server may announce more bytes than it sends, or end a chunked body without the last chunk. */
function isComplete(response: IncomingMessage, sizeBytes: number): boolean {
  const announced = response.headers['content-length']
  return response.complete && (announced === undefined || Number(announced) === sizeBytes)
}

/** Whether the body is a web page. Detects sign-in and viewer pages, even with a file's content type. */
function isWebPage(start: Uint8Array): boolean {
  let text = new TextDecoder('latin1')
    .decode(start.subarray(0, 512))
    .replace(/^ï»¿/, '')
    .trimStart()
  text = text.replace(/^<\?xml[^>]*>/i, '').trimStart()
  // A loop, because a single pattern for any number of comments could split them in exponentially many ways.
  while (text.startsWith('<!--')) {
    const end = text.indexOf('-->', 4)
    if (end === -1) return false
    text = text.slice(end + 3).trimStart()
  }
  return /^<(?:!doctype\s+html|html|head|body)\b/i.test(text)
}
