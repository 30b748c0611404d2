// What a picture is, by its first bytes: the type that a caller states is not looked at by anybody who opens the file.
import type { ImageType } from '../engine/engine.ts'

/** Bytes of a file's beginning that are enough for `pictureTypeOf`. */
export const pictureHeadBytes = 16

/** A media type; `application/octet-stream` for what is not known here. */
export function pictureTypeOf(head: Uint8Array): string {
  const text = String.fromCharCode(...head.subarray(0, pictureHeadBytes))
  return signatures.find(([signature]) => signature.test(text))?.[1] ?? 'application/octet-stream'
}

const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The type when pictures of it are accepted, else undefined. */
export const acceptedType = (type: string): ImageType | undefined =>
  imageTypes.find((known) => known === type)

/** One character a byte. Those beside the three that are taken are what people send instead. */
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
