// Reads the size that a picture's container states, without decoding it. Detects truncated and damaged files.
import type { ImageType } from '../engine/engine.ts'

/** In pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

/** The maximum side of a JPEG, in pixels. */
const maxSide = 65_535

/**
 * Reads the size of a complete PNG, JPEG or WebP. Returns null if the container is damaged or truncated, states no
 * size, or states a side of 0 or more than 65,535 pixels. Does not decode pixels.
 */
export function pictureSizeOf(bytes: Uint8Array, type: ImageType): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = readers[type](view)
  return size !== null && isPlausible(size.width) && isPlausible(size.height) ? size : null
}

const isPlausible = (side: number) => side >= 1 && side <= maxSide

const readers: Readonly<Record<ImageType, (view: DataView) => PictureSize | null>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
}

const fourLetters = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** PNG 5.3: chunks of length, type, data and checksum. IHDR is the first chunk, IEND the last. */
function pngSize(view: DataView): PictureSize | null {
  let size: PictureSize | null = null
  let hasData = false
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const length = view.getUint32(at)
    const type = fourLetters(view, at + 4)
    const end = at + 12 + length
    if (end > view.byteLength) return null
    if ((type === 'IHDR') !== (at === 8)) return null
    if (type === 'IHDR') {
      if (length !== 13) return null
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData ? size : null
    at = end
  }
  return null
}

/** ITU T.81, annex B: segments of a marker and a length. The frame header precedes the first scan. */
function jpegSize(view: DataView): PictureSize | null {
  let size: PictureSize | null = null
  let at = 2
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    const skipped = bytesWithoutLength(marker)
    if (skipped > 0) {
      at += skipped
      continue
    }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > view.byteLength) return null
    if (marker === 0xda) return end < view.byteLength ? size : null
    if (marker === 0xd9) return null
    const isFrame = isFrameHeader(marker)
    if (isFrame && length < 8) return null
    if (isFrame) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at = end
  }
  return null
}

/**
 * Returns the number of bytes to skip at a JPEG marker: fill bytes individually, and the few markers without a length.
 * 0 for all other markers.
 */
export function bytesWithoutLength(marker: number): number {
  if (marker === 0xff) return 1
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) ? 2 : 0
}

/** SOF0 to SOF15, except three numbers in that range that are other segments (DHT, JPG, DAC). */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** RFC 9649, 2.4 to 2.7: a RIFF file whose first chunk is VP8, VP8L or VP8X. */
function webpSize(view: DataView): PictureSize | null {
  if (view.byteLength < 30) return null
  const riffBytes = view.getUint32(4, true)
  const chunkBytes = view.getUint32(16, true)
  if (8 + riffBytes > view.byteLength || 12 + chunkBytes > riffBytes) return null
  switch (fourLetters(view, 12)) {
    case 'VP8 ':
      if (view.getUint8(23) !== 0x9d || view.getUint16(24) !== 0x012a) return null
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return null
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return null
  }
}

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
