// Which refusal a form of pictures gets when it is too large to be read: that for several pictures, or for one.
import { open } from 'node:fs/promises'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { createFeed, openFormParser } from '../../requests/form-parser.ts'

/** Enough for the fields before the pictures. */
export const formStartBytes = 64 * 1024

/** Four pictures within their limit fit into a form, so one of these is beyond it, or there are too many. `path`: the start of the form. */
export async function oversizedFormRefusal(
  path: string,
  contentType: string,
): Promise<GenerationFailure> {
  const isMultiview = await startsAsMultiview(path, contentType)
  return { kind: isMultiview ? 'multiview_image_too_large' : 'image_too_large' }
}

/** Judged by `inputMode`, or by the name of the first picture where the mode comes after it. */
async function startsAsMultiview(path: string, contentType: string): Promise<boolean> {
  const parser = openFormParser(contentType, { fileSize: formStartBytes })
  if (parser === null) return false
  let mode: string | undefined
  let picture: string | undefined
  parser.on('field', (name, value) => {
    if (name === 'inputMode') mode ??= value
  })
  parser.on('file', (name, stream) => {
    picture ??= name
    stream.on('error', () => {})
    stream.resume()
  })
  const feed = createFeed(parser, () => false)
  await feed.write(await readStart(path))
  await feed.end({ cut: true })
  return mode === undefined ? picture !== 'image' : mode === 'multiview'
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(formStartBytes), 0, formStartBytes)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
