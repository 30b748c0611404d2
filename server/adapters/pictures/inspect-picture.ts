// Type and size of a picture. Every pixel is decoded, so that a damaged or truncated file is detected.
import { maxPicturePixels } from '../../domain/generation/request/picture-pixels.ts'
import type { ImageModel } from '../../domain/images/ports.ts'
import { openPicture } from './decode-picture.ts'

const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
type Format = keyof typeof types
const isFormat = (format: string): format is Format => Object.hasOwn(types, format)

export const inspectPicture: ImageModel['inspect'] = async (path) => {
  try {
    const { format, width = 0, height = 0 } = await openPicture(path).metadata()
    if (format === undefined || !isFormat(format) || width * height > maxPicturePixels) return null
    await openPicture(path).stats()
    return { mimeType: types[format], width, height }
  } catch {
    // sharp throws plain errors for everything that it cannot read.
    return null
  }
}
