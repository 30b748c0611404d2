// Sizes of pictures, read from bytes written manually from the formats' specifications.
import { expect, test } from 'bun:test'
import type { ImageType } from '../../../server/domain/generation/engine/engine.ts'
import { pictureSizeOf } from '../../../server/domain/generation/request/picture-size.ts'

const sizeOf = (type: ImageType, hex: string) =>
  pictureSizeOf(Buffer.from(hex.replaceAll(' ', ''), 'hex'), type)

const signature = '89504e47 0d0a1a0a'
const header = (width: string, height: string) =>
  `0000000d 49484452 ${width} ${height} 0802000000 00000000`
const data = '00000001 49444154 00 00000000'
const end = '00000000 49454e44 ae426082'

test('a PNG states its size in IHDR and ends with IEND', () => {
  const whole = `${signature} ${header('00000280', '000001e0')} ${data} ${end}`
  expect(sizeOf('image/png', whole)).toEqual({ width: 640, height: 480 })
  expect(sizeOf('image/png', `${whole} 0000`)).toEqual({ width: 640, height: 480 })
  for (const broken of [
    signature,
    `${signature} ${header('00000280', '000001e0')} ${data}`,
    `${signature} ${header('00000280', '000001e0')} ${end}`,
    `${signature} ${data} ${end}`,
    `${signature} ${header('00000000', '000001e0')} ${data} ${end}`,
    `${signature} ${header('00000280', '00010000')} ${data} ${end}`,
    // A chunk that exceeds the file.
    `${signature} ${header('00000280', '000001e0')} 7fffffff 49444154 00`,
  ]) {
    expect([broken, sizeOf('image/png', broken)]).toEqual([broken, null])
  }
})

test('a JPEG states its size in a frame header before the first scan', () => {
  const app0 = 'ffe0 0010 4a46494600 0101 00 0001 0001 00 00'
  const scan = 'ffda 0008 01 0100 003f00 1234 ffd9'
  const frame = (marker: string, height: string, width: string) =>
    `${marker} 000b 08 ${height} ${width} 01 011100`
  const size = { width: 640, height: 480 }
  expect(sizeOf('image/jpeg', `ffd8 ${app0} ${frame('ffc0', '01e0', '0280')} ${scan}`)).toEqual(
    size,
  )
  // Progressive, after a fill byte and a Huffman table.
  const table = 'ffc4 0004 0000'
  const progressive = `ffd8 ff${app0} ${table} ${frame('ffc2', '01e0', '0280')} ${scan}`
  expect(sizeOf('image/jpeg', progressive)).toEqual(size)
  for (const broken of [
    'ffd8 ffe0 6a756e6b',
    `ffd8 ${app0} ${scan}`,
    `ffd8 ${app0} ${frame('ffc0', '01e0', '0280')}`,
    `ffd8 ${app0} ${frame('ffc0', '01e0', '0280')} ffd9`,
    `ffd8 ${app0} ${frame('ffc0', '01e0', '0000')} ${scan}`,
    `ffd8 ${app0} 00 ${frame('ffc0', '01e0', '0280')} ${scan}`,
  ]) {
    expect([broken, sizeOf('image/jpeg', broken)]).toEqual([broken, null])
  }
})

test('a WebP states its size in the first chunk', () => {
  const size = { width: 640, height: 480 }
  // Lossy: 14 bits each. Lossless: 639 and 479 in 14 bits each. Extended: the same in 24 bits each.
  const lossy = '52494646 16000000 57454250 56503820 0a000000 300000 9d012a 8002 e001'
  const lossless = '52494646 1a000000 57454250 5650384c 0d000000 2f 7fc27700 0000000000000000 00'
  const extended = '52494646 16000000 57454250 56503858 0a000000 10000000 7f0200 df0100'
  for (const whole of [lossy, lossless, extended]) {
    expect([whole, sizeOf('image/webp', whole)]).toEqual([whole, size])
  }
  for (const broken of [
    '52494646 04000000 57454250',
    lossy.replace('9d012a', '000000'),
    lossy.replace('8002', '0000'),
    lossless.replace('2f', '00'),
    lossless.replace('1a000000', '1b000000'),
    extended.replace('56503858', '45584946'),
  ]) {
    expect([broken, sizeOf('image/webp', broken)]).toEqual([broken, null])
  }
})
