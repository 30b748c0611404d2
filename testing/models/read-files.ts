// Reads STL and 3MF files without the geometry core, for tests of its output.
import { inflateRawSync } from 'node:zlib'

export type Sides = readonly [number, number, number]

/** Returns triangles and sides of a binary STL. */
export function readStl(bytes: Uint8Array): { triangles: number; sides: Sides } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const triangles = view.getUint32(80, true)
  if (bytes.byteLength !== 84 + 50 * triangles) throw new Error('not a binary STL')
  const points = Array.from({ length: triangles * 3 }, (_, at) => {
    const start = 84 + 50 * Math.floor(at / 3) + 12 + 12 * (at % 3)
    return [0, 4, 8].map((shift) => view.getFloat32(start + shift, true))
  })
  return { triangles, sides: sidesOf(points) }
}

/** Returns the entries of a ZIP archive by name, as its central directory lists them. */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const buffer = Buffer.from(bytes)
  const end = buffer.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = new Map<string, string>()
  let at = buffer.readUInt32LE(end + 16)
  for (let left = buffer.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = buffer.readUInt16LE(at + 10)
    const size = buffer.readUInt32LE(at + 20)
    const nameLength = buffer.readUInt16LE(at + 28)
    const skipped = buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
    const header = buffer.readUInt32LE(at + 42)
    const name = buffer.toString('utf8', at + 46, at + 46 + nameLength)
    const start = header + 30 + buffer.readUInt16LE(header + 26) + buffer.readUInt16LE(header + 28)
    const raw = buffer.subarray(start, start + size)
    entries.set(name, (method === 0 ? raw : inflateRawSync(raw)).toString('utf8'))
    at += 46 + nameLength + skipped
  }
  return entries
}

/** Returns unit, number of objects and sides over all vertices of a 3MF's model, as stored in the file. */
export function read3mf(bytes: Uint8Array): { unit: string; objects: number; sides: Sides } {
  const model = [...readZip(bytes)].find(([name]) => name.endsWith('.model'))?.[1] ?? ''
  const points = [...model.matchAll(/<vertex x="([^"]+)" y="([^"]+)" z="([^"]+)"/g)].map(
    ([, ...xyz]) => xyz.map(Number),
  )
  return {
    unit: /unit="(\w+)"/.exec(model)?.[1] ?? '',
    objects: [...model.matchAll(/<object /g)].length,
    sides: sidesOf(points),
  }
}

function sidesOf(points: readonly (readonly number[])[]): Sides {
  const side = (axis: number) => {
    const values = points.map((point) => point[axis] ?? Number.NaN)
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
  }
  return [side(0), side(1), side(2)]
}
