// Files that are sent to a server without a pause while others wait for responses: large valid
// files, and malicious files.
import { zipArchive } from '../../testing/models/zip.ts'
import { slabStl } from '../lib/large-stl.ts'

export type Sent = {
  readonly fileName: string
  /** Expected statuses: 201 for an order, 4xx for a refusal. */
  readonly expected: readonly number[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

const megabyte = 1_000_000

const refused = [400, 413, 422]

/** Builds one file of each of the eight kinds. */
export const hostileFiles = (): Sent[] => [
  { fileName: 'large.stl', expected: [201], bytes: slabStl(100 * megabyte) },
  { fileName: 'medium.stl', expected: [201], bytes: slabStl(25 * megabyte) },
  { fileName: 'endless.stl', expected: refused, bytes: endlessAscii(50 * megabyte) },
  { fileName: 'bomb.gcode.3mf', expected: refused, bytes: zipBomb(400 * megabyte) },
  { fileName: 'deep.glb', expected: refused, bytes: deepGlb(8 * megabyte) },
  { fileName: 'lying.stl', expected: refused, bytes: lyingStl(50 * megabyte) },
  { fileName: 'poisoned.stl', expected: refused, bytes: poisonedStl(50 * megabyte) },
  { fileName: 'loose.stl', expected: refused, bytes: looseStl(50 * megabyte) },
]

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function repeated(head: string, part: string, length: number): Uint8Array<ArrayBuffer> {
  return bytesOf(head + part.repeat(Math.ceil(length / part.length)))
}

/** Returns an ASCII STL that never ends its solid. */
function endlessAscii(length: number) {
  const facet =
    'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n'
  return repeated('solid endless\n', facet, length)
}

/** Returns an STL that is valid up to its last coordinate, which is NaN. */
function poisonedStl(length: number) {
  const bytes = slabStl(length)
  new DataView(bytes.buffer).setFloat32(bytes.length - 6, Number.NaN, true)
  return bytes
}

/** Returns an STL that claims four billion triangles. */
function lyingStl(length: number) {
  const bytes = new Uint8Array(length)
  new DataView(bytes.buffer).setUint32(80, 0xffff_ffff, true)
  return bytes
}

/** Returns an STL of triangles that touch no other triangle. */
function looseStl(length: number) {
  const count = Math.floor((length - 84) / 50)
  const view = new DataView(new ArrayBuffer(84 + 50 * count))
  view.setUint32(80, count, true)
  let state = 7
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 25
  }
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 9; k++) view.setFloat32(84 + 50 * t + 12 + 4 * k, next(), true)
  }
  return new Uint8Array(view.buffer)
}

/** Returns a GLB whose JSON consists of deeply nested arrays. */
function deepGlb(length: number) {
  const json = bytesOf('['.repeat(length - (length % 4)))
  const bytes = new Uint8Array(20 + json.length)
  const view = new DataView(bytes.buffer)
  const words = [0x46546c67, 2, bytes.length, json.length, 0x4e4f534a]
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true)
  bytes.set(json, 20)
  return bytes
}

/** Returns a sliced 3MF whose only entry inflates to `length` spaces. */
function zipBomb(length: number) {
  return zipArchive([
    { name: 'Metadata/slice_info.config', data: new Uint8Array(length).fill(0x20) },
  ])
}
