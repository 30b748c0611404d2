// Reads the header of a Draco bitstream before the decoder runs, because the decoder allocates as
// much as the header claims. Layout: the Draco bitstream specification 2.2, sections 3.1 and 5.
import { malformed, Undecodable } from './limits.ts'

const triangularMesh = 1
const sequential = 0
const edgebreaker = 1
const metadataFlag = 0x8000

/** Returns the number of faces that a Draco mesh claims. Throws when the header is malformed. */
export function dracoFaces(bytes: Uint8Array, what: string): number {
  const magic = String.fromCharCode(...bytes.subarray(0, 5))
  if (magic !== 'DRACO' || bytes.length < 13) throw malformed(what, 'it is not a Draco stream')
  const [major = 0, minor = 0, kind, method] = bytes.subarray(5)
  if (major !== 2 || minor !== 2) {
    throw new Undecodable(
      'unsupported',
      `The file needs Draco ${major}.${minor}, which is not read: glTF demands 2.2, export the file again.`,
    )
  }
  if (kind !== triangularMesh) throw malformed(what, 'it holds points and no triangles')
  const flags = (bytes[9] ?? 0) | ((bytes[10] ?? 0) << 8)
  if (flags & metadataFlag) {
    throw new Undecodable(
      'unsupported',
      'The file needs metadata in its Draco data, which is not read: export the file again without it.',
    )
  }
  if (method === sequential) return varint(bytes, 11, what).value
  if (method !== edgebreaker) throw malformed(what, `its method ${method} is unknown`)
  const vertices = varint(bytes, 12, what) // Follows the traversal type.
  return varint(bytes, vertices.next, what).value
}

/** Reads little-endian groups of seven bits. */
function varint(bytes: Uint8Array, from: number, what: string): { value: number; next: number } {
  let value = 0
  for (let at = from, scale = 1; at < from + 5; at++, scale *= 128) {
    const byte = bytes[at]
    if (byte === undefined) break
    value += (byte & 127) * scale
    if (byte < 128) return { value, next: at + 1 }
  }
  throw malformed(what, 'a count in its header is broken')
}
