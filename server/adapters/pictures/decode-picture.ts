// Decodes PNG, JPEG and WebP with sharp (libvips). Pixels, time and formats are limited: pictures come from callers and vendors.

import sharp from 'sharp'
import { maxPicturePixels } from '../../domain/generation/request/picture-pixels.ts'

/** libvips reads many formats; every decoder but these three is switched off for the process. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
  ],
})
/** Decoded pictures are not needed twice. */
sharp.cache(false)

const maxSeconds = 20

export type Pixels = {
  readonly width: number
  readonly height: number
  /** RGBA of 8 bits, row by row, sRGB, opacity not multiplied in. */
  readonly rgba: Uint8Array
}

export type Decoded =
  | { readonly kind: 'decoded'; readonly pixels: Pixels }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too_many_pixels' }

/** Opens a picture within the limits. `failOn` error: damaged pixels are refused, odd metadata is not. */
export const openPicture = (input: string | Uint8Array) =>
  sharp(input, { limitInputPixels: maxPicturePixels, failOn: 'error', pages: 1 }).timeout({
    seconds: maxSeconds,
  })

/** Reduced to `maxSide` by leaving pixels out, so that no color is a mix of others. */
export async function decodePicture(input: string | Uint8Array, maxSide: number): Promise<Decoded> {
  try {
    const { width = 0, height = 0 } = await openPicture(input).metadata()
    if (width * height > maxPicturePixels) return { kind: 'too_many_pixels' }
    const { data, info } = await openPicture(input)
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 4) return { kind: 'unreadable' }
    return {
      kind: 'decoded',
      pixels: { width: info.width, height: info.height, rgba: data },
    }
  } catch (error) {
    // sharp throws plain errors; this sentence is its own for the limit.
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    return { kind: isTooLarge ? 'too_many_pixels' : 'unreadable' }
  }
}
