// Removes what a picture reveals about its maker (EXIF with place, camera and thumbnail, XMP, IPTC, comments, and data after the picture),
// without changing its pixels. Only the parts that a decoder needs are kept, so an unknown part is removed as well.
import type { ImageType } from '../../domain/generation/engine/engine.ts'
import { bytesWithoutLength } from '../../domain/generation/request/picture-size.ts'

/** Strips a picture. A container that cannot be followed to its end is cut there. */
export const stripMetadata = (bytes: Buffer, type: ImageType): Buffer => strippers[type](bytes)

const strippers: Readonly<Record<ImageType, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
}

/**
 * Follows ITU T.81, annex B. Keeps tables, frames and scans, and, of the application segments, only JFIF, the ICC profile and Adobe's
 * color transform.
 */
function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) break
    const skipped = bytesWithoutLength(marker)
    if (skipped > 0) {
      at += skipped
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at, end)
    kept.push(...keptSegment(marker, segment))
    at = end
    if (marker === 0xda) {
      const next = endOfScan(bytes, at)
      kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  return Buffer.concat([...kept, Buffer.from([0xff, 0xd9])])
}

function keptSegment(marker: number, segment: Buffer): readonly Buffer[] {
  const isApplication = marker >= 0xe0 && marker <= 0xef
  if (!isApplication) return marker === 0xfe ? [] : [segment]
  const name = segment.toString('latin1', 4, 16)
  // Without its thumbnail.
  if (marker === 0xe0 && name.startsWith('JFIF\0') && segment.length >= 18) return [jfif(segment)]
  const isColor =
    (marker === 0xe2 && name === 'ICC_PROFILE\0') || (marker === 0xee && name.startsWith('Adobe'))
  return isColor ? [segment] : []
}

function jfif(segment: Buffer): Buffer {
  const short = Buffer.from(segment.subarray(0, 18))
  short.writeUInt16BE(16, 2)
  short.writeUInt16BE(0, 16)
  return short
}

/** Returns the end of the scan's data: the position of the first marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return at
    at = bytes.indexOf(0xff, at + (isData ? 2 : 1))
  }
  return bytes.length
}

const pngChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
])

/** Follows PNG 5.3. */
function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
/** The flags in VP8X for the presence of EXIF and XMP (RFC 9649, 2.7.1). */
const webpMetadataFlags = 0x08 | 0x04

/** Follows RFC 9649, 2.3: chunks of a name, a length and data of even length. */
function stripWebp(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  const riffEnd = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= riffEnd; ) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    const name = bytes.toString('latin1', at, at + 4)
    const chunk = Buffer.from(bytes.subarray(at, Math.min(end, riffEnd)))
    if (name === 'VP8X' && chunk.length > 8) {
      chunk.writeUInt8(chunk.readUInt8(8) & ~webpMetadataFlags, 8)
    }
    if (webpChunks.has(name)) kept.push(chunk)
    at = end
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(
    kept.reduce((sum, { length }) => sum + length, 4),
    4,
  )
  return Buffer.concat([head, ...kept])
}
