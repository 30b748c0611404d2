// A customer's photo as others may get it: upright, and without what it tells about the place and the camera.
import type { ImageType } from '../../domain/generation/engine/engine.ts'
import { openPicture } from './decode-picture.ts'
import { stripMetadata } from './strip-metadata.ts'

/** Vendors and eyes see no difference to the photo. */
const quality = 93

/** One at a time: a decoded photo takes up to 160 MB. */
let last: Promise<unknown> = Promise.resolve()

/**
 * The same bytes when there is nothing to remove. Only a picture that has to be turned is encoded again; one whose pixels cannot be decoded
 * is not turned.
 */
export async function cleanPicture(bytes: Buffer, type: ImageType): Promise<Buffer> {
  const turned = (await isTurned(bytes)) ? await upright(bytes, type) : null
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

async function upright(bytes: Buffer, type: ImageType): Promise<Buffer | null> {
  const turn = last.then(() => encode(bytes, type))
  last = turn
  return await turn
}

async function encode(bytes: Buffer, type: ImageType): Promise<Buffer | null> {
  // Metadata are left out by default, and colors converted to sRGB.
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
