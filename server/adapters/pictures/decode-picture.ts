// Decodes PNG, JPEG and WebP with sharp (libvips). Pixels, time and formats are limited, because pictures come from callers and vendors.

import sharp from 'sharp'
import { maxPicturePixels } from '../../domain/generation/request/picture-pixels.ts'

/** libvips reads many formats. Every decoder except these three is disabled for the process. */
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
/** Caching has no use, because no picture is decoded twice. */
sharp.cache(false)

const maxSeconds = 20

export type Pixels = {
  readonly width: number
  readonly height: number
  /** RGBA with 8 bits per channel, row by row, sRGB, without premultiplied opacity. */
  readonly rgba: Uint8Array
}

export type Decoded =
  | { readonly kind: 'decoded'; readonly pixels: Pixels }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too_many_pixels' }

/** Opens a picture within the limits. With `failOn` error, damaged pixels are rejected but odd metadata is not. */
export const openPicture = (input: string | Uint8Array) =>
  sharp(input, { limitInputPixels: maxPicturePixels, failOn: 'error', pages: 1 }).timeout({
    seconds: maxSeconds,
  })

/** Decodes a picture. Reduces it to `maxSide` by skipping pixels, so that no color is a mix of others. */
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
    // sharp throws plain errors; only this sentence identifies the pixel limit.
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    return { kind: isTooLarge ? 'too_many_pixels' : 'unreadable' }
  }
}
