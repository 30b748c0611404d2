// Chooses the refusal of a picture form that is too large to read: the one for several pictures, or for one.
import { open } from 'node:fs/promises'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { createFeed, openFormParser } from '../../requests/form-parser.ts'

/** Fits the fields before the pictures, in bytes. */
export const formStartBytes = 64 * 1024

/**
 * Returns the refusal. A form may contain four pictures of the maximum size, so either one is larger or there are more
 * than four. `path` is the file with the start of the form.
 */
export async function oversizedFormRefusal(
  path: string,
  contentType: string,
): Promise<GenerationFailure> {
  const isMultiview = await startsAsMultiview(path, contentType)
  return { kind: isMultiview ? 'multiview_image_too_large' : 'image_too_large' }
}

/**
 * Whether the form is for several pictures. Decides by `inputMode`, or by the name of the first picture if `inputMode`
 * comes later.
 */
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
  await feed.end({ isCut: true })
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
