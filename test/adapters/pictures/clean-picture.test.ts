// Photos lose location, camera and all other metadata, and are rotated upright. The pictures are made by sharp and by
// hand from the formats' specifications.
import { describe, expect, test } from 'bun:test'
import sharp, { type Sharp } from 'sharp'
import { cleanPicture } from '../../../server/adapters/pictures/clean-picture.ts'
import { stripMetadata } from '../../../server/adapters/pictures/strip-metadata.ts'
import { pictureSizeOf } from '../../../server/domain/generation/request/picture-size.ts'

const secret = 'SecretCamera'
const encoders = {
  'image/jpeg': (picture: Sharp) => picture.jpeg({ quality: 100 }),
  'image/png': (picture: Sharp) => picture.png(),
  'image/webp': (picture: Sharp) => picture.webp({ lossless: true }),
} as const
const types = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Returns 40 x 20 pixels, red on the left and blue on the right. */
function halves() {
  const half = { width: 20, height: 20, channels: 3 as const }
  return sharp({ create: { ...half, width: 40, background: '#0000ff' } }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 },
  ])
}

const tagged = (type: (typeof types)[number], orientation: number) =>
  encoders[type](halves())
    .withExif({ IFD0: { Make: secret }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: secret }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
    .toBuffer()

async function colorAt(bytes: Uint8Array, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, , blue = 0] = data
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : [...data].join()
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe.each(types)('%p', (type) => {
  test('loses its EXIF data and keeps its pixels', async () => {
    const sent = await tagged(type, 1)
    expect(text(sent)).toContain(secret)
    const clean = await cleanPicture(sent, type)
    expect(text(clean)).not.toContain(secret)
    const { exif, xmp, iptc, orientation, format } = await sharp(clean).metadata()
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(`image/${format}`).toBe(type)
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(sent).raw().toBuffer())
    expect(pictureSizeOf(clean, type)).toEqual({ width: 40, height: 20 })
  })

  test('is rotated by EXIF: 6 is a quarter turn to the right', async () => {
    const clean = await cleanPicture(await tagged(type, 6), type)
    expect(text(clean)).not.toContain(secret)
    const { width, height, orientation } = await sharp(clean).metadata()
    expect([width, height, orientation]).toEqual([20, 40, undefined])
    // The left half is now at the top.
    expect([await colorAt(clean, 10, 5), await colorAt(clean, 10, 35)]).toEqual(['red', 'blue'])
  })

  test('keeps the same bytes when there is nothing to remove', async () => {
    const sent = await encoders[type](halves()).toBuffer()
    expect(await cleanPicture(sent, type)).toBe(sent)
  })

  test('is cut after its end', async () => {
    const sent = await encoders[type](halves()).toBuffer()
    const clean = await cleanPicture(Buffer.concat([sent, Buffer.from(secret)]), type)
    expect(clean).toEqual(sent)
  })
})

test('a JPEG loses comments, XMP, IPTC, maker’s segments and the thumbnail of JFIF', async () => {
  const sent = await encoders['image/jpeg'](halves()).toBuffer()
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  const jfif = Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc', 'latin1')
  const told = [
    segment(0xe0, jfif),
    segment(0xfe, Buffer.from(secret)),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${secret}`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${secret}`)),
    segment(0xe2, Buffer.from(`MPF\0${secret}`)),
    segment(0xef, Buffer.from(secret)),
  ]
  const clean = stripMetadata(
    Buffer.concat([sent.subarray(0, 2), ...told, sent.subarray(2)]),
    'image/jpeg',
  )
  expect(text(clean)).not.toContain(secret)
  expect(text(clean)).not.toContain('abc')
  expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(sent).raw().toBuffer())
})

test('a progressive JPEG and one with restarts keep all their scans', async () => {
  for (const options of [{ progressive: true }, { mozjpeg: true }]) {
    const sent = await halves().jpeg(options).toBuffer()
    expect(stripMetadata(sent, 'image/jpeg')).toEqual(sent)
  }
})

test('a PNG loses its texts', async () => {
  const sent = await encoders['image/png'](halves()).toBuffer()
  const chunk = Buffer.alloc(12 + secret.length)
  chunk.writeUInt32BE(secret.length, 0)
  chunk.write(`tEXt${secret}`, 4, 'latin1')
  const at = 8 + 25
  const told = Buffer.concat([sent.subarray(0, at), chunk, sent.subarray(at)])
  expect(stripMetadata(told, 'image/png')).toEqual(sent)
})

test('a picture whose pixels cannot be decoded also loses its metadata', async () => {
  const sent = await tagged('image/jpeg', 6)
  const cut = sent.subarray(0, sent.length - 200)
  const clean = await cleanPicture(Buffer.from(cut), 'image/jpeg')
  expect(text(clean)).not.toContain(secret)
})
