// Re-encodes a camera's picture in a smaller size and without metadata.

import { maxStoredPictureBytes, pictureSidePx } from '../../domain/farm/printers/printer-desk.ts'
import type { ShrinkPicture } from '../../domain/farm/printers/printer-pictures.ts'
import { openPicture } from './decode-picture.ts'
import { decodeInTurn } from './one-decoder.ts'

const quality = 72

export const shrinkPicture: ShrinkPicture = (bytes) => decodeInTurn(() => shrink(bytes))

async function shrink(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const jpeg = await openPicture(bytes)
      .rotate()
      .resize(pictureSidePx, pictureSidePx, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer()
    return jpeg.length <= maxStoredPictureBytes ? jpeg : null
  } catch {
    // sharp throws plain errors for everything that it cannot read.
    return null
  }
}
