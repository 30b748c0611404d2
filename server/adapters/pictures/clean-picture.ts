// Prepares a customer's photo for others: upright, and without metadata about the place and the camera.
import type { ImageType } from '../../domain/generation/engine/engine.ts'
import { openPicture } from './decode-picture.ts'
import { decodeInTurn } from './one-decoder.ts'
import { stripMetadata } from './strip-metadata.ts'

/** At this quality, neither vendors nor viewers see a difference from the photo. */
const quality = 93

/**
 * Returns the cleaned picture, or the same bytes when there is nothing to remove. Only a picture that has to be rotated is encoded again.
 * A picture whose pixels cannot be decoded is not rotated.
 */
export async function cleanPicture(bytes: Buffer, type: ImageType): Promise<Buffer> {
  const turned = (await isTurned(bytes)) ? await turnUpright(bytes, type) : null
  const clean = turned ?? stripMetadata(bytes, type)
  return clean.equals(bytes) ? bytes : clean
}

async function isTurned(bytes: Buffer): Promise<boolean> {
  try {
    const { orientation = 1 } = await openPicture(bytes).metadata()
    return orientation > 1
  } catch {
    // sharp throws plain errors for everything that it cannot read.
    return false
  }
}

const turnUpright = (bytes: Buffer, type: ImageType): Promise<Buffer | null> =>
  decodeInTurn(() => encode(bytes, type))

async function encode(bytes: Buffer, type: ImageType): Promise<Buffer | null> {
  // Metadata is omitted by default, and colors are converted to sRGB.
  const picture = openPicture(bytes).rotate()
  try {
    if (type === 'image/png') return await picture.png().toBuffer()
    return type === 'image/webp'
      ? await picture.webp({ quality }).toBuffer()
      : await picture.jpeg({ quality }).toBuffer()
  } catch {
    return null
  }
}
