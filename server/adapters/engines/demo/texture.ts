// The texture of a sample model: two colors in a pattern that tiles around the body.
import { crc32, deflateSync } from 'node:zlib'
import type { Chance } from './chance.ts'
import type { Rgb } from './choose-shape.ts'

const size = 256
const turn = 2 * Math.PI

/** Returns a PNG, 256 x 256, RGB. */
export function paint([first, second]: readonly [Rgb, Rgb], chance: Chance): Uint8Array {
  const across = chance.whole(2, 10)
  const down = chance.whole(1, 8)
  const wave = chance.between(0, 0.12)
  const pattern = chance.pick(patterns)
  // One byte before each row names its filter; 0 means none.
  const rows = new Uint8Array(size * (1 + size * 3))
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [u, v] = [x / size, y / size]
      const mix = pattern(u * across, v * down + wave * Math.sin(turn * u * 3), v)
      const shade = 0.9 + 0.1 * Math.cos(turn * v)
      for (const channel of [0, 1, 2] as const) {
        const value = (first[channel] * (1 - mix) + second[channel] * mix) * shade
        rows[y * (1 + size * 3) + 1 + x * 3 + channel] = value
      }
    }
  }
  return png(rows)
}

/** Returns the share of the second color, from 0 to 1. */
type Pattern = (u: number, v: number, height: number) => number
const patterns: readonly [Pattern, ...Pattern[]] = [
  (_, v) => soften(Math.cos(turn * v)),
  (u) => soften(Math.cos(turn * u)),
  (u, v) => soften(Math.cos(turn * u) * Math.cos(turn * v)),
  (u, v) => soften(Math.cos(turn * (u + v))),
  (_, __, height) => height,
]

/** Steep around zero, so that bands have antialiased edges. */
const soften = (value: number): number => 1 / (1 + Math.exp(-6 * value))

function png(rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits per channel, RGB.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
