// Detects a picture's type by its first bytes, because the type that a caller states is not reliable.
import { type ImageType, imageTypes } from '../engine/engine.ts'

/** Number of leading bytes that `pictureTypeOf` needs. */
export const pictureHeadBytes = 16

/** Returns the media type; `application/octet-stream` for an unknown one. */
export function pictureTypeOf(head: Uint8Array): string {
  const text = String.fromCharCode(...head.subarray(0, pictureHeadBytes))
  return signatures.find(([signature]) => signature.test(text))?.[1] ?? 'application/octet-stream'
}

/** Returns the type if it is accepted; otherwise undefined. */
export const acceptedType = (type: string): ImageType | undefined =>
  imageTypes.find((known) => known === type)

/**
 * One character is one byte. Beyond the three accepted types, the list contains types that users often send by
 * mistake.
 */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n[\s\S]\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^[\s\S]{4}ftypavi[fs]/, 'image/avif'],
  [/^[\s\S]{4}ftyp(?:hei[cx]|mif1)/, 'image/heic'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^BM/, 'image/bmp'],
  [/^%PDF-/, 'application/pdf'],
]
