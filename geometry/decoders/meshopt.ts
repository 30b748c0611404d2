// EXT_meshopt_compression and its successor KHR_meshopt_compression: whole buffer views, decoded by
// the npm package meshoptimizer. Counts, strides and ranges are checked before the data reaches the
// decoder.
import { extension, type Json, whole } from './json.ts'
import { type DecodeLimits, malformed, Undecodable } from './limits.ts'

export const meshoptExtensions = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const

const modes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES']

/** Strides that each filter accepts. Other strides would corrupt memory or are undefined. */
const filterStrides: Record<string, (stride: number) => boolean> = {
  NONE: () => true,
  OCTAHEDRAL: (stride) => stride === 4 || stride === 8,
  QUATERNION: (stride) => stride === 8,
  EXPONENTIAL: (stride) => stride % 4 === 0,
  COLOR: (stride) => stride === 4 || stride === 8,
}

export type MeshoptView = {
  readonly source: Uint8Array
  readonly count: number
  readonly stride: number
  readonly mode: string
  readonly filter: string
}

/** Returns the decoding job of a compressed buffer view; `undefined` when it is not compressed. */
export function meshoptView(
  view: Json,
  index: number,
  buffers: readonly (Uint8Array | undefined)[],
  limits: DecodeLimits,
): MeshoptView | undefined {
  const packed = extension(view, meshoptExtensions)
  if (!packed) return undefined
  const what = `compressed buffer view ${index} of the glTF`
  const [buffer, offset, length] = [
    whole(packed, 'buffer'),
    whole(packed, 'byteOffset', 0),
    whole(packed, 'byteLength'),
  ]
  const bytes = buffers[buffer]
  if (!bytes) throw malformed(what, `its buffer ${buffer} has no data`)
  if (offset + length > bytes.length) {
    throw new Undecodable(
      'truncated',
      `The file is cut short: ${what} at byte ${offset} needs ${length} bytes and ${Math.max(0, bytes.length - offset)} are left.`,
    )
  }
  const [count, stride] = [whole(packed, 'count'), whole(packed, 'byteStride')]
  const mode = String(packed['mode'])
  const filter = String(packed['filter'] ?? 'NONE')
  if (!modes.includes(mode)) throw malformed(what, 'its mode is none of the three')
  const fits =
    mode === 'ATTRIBUTES'
      ? stride % 4 === 0 && stride >= 4 && stride <= 256
      : stride === 2 || stride === 4
  if (!fits) throw malformed(what, `a stride of ${stride} does not fit ${mode}`)
  if (mode === 'TRIANGLES' && count % 3 !== 0) {
    throw malformed(what, `${count} indices do not make triangles`)
  }
  const filterFits = Object.hasOwn(filterStrides, filter) ? filterStrides[filter] : undefined
  if (!filterFits?.(stride) || (filter !== 'NONE' && mode !== 'ATTRIBUTES')) {
    throw malformed(what, 'its filter does not fit its stride and mode')
  }
  // Check both limits before multiplying the values.
  if (count > 6 * limits.triangles || count * stride > limits.bytes) {
    throw malformed(what, `it claims ${count} elements of ${stride} bytes`)
  }
  return { source: bytes.subarray(offset, offset + length), count, stride, mode, filter }
}

/** Decodes one view. */
export async function decodeMeshopt(view: MeshoptView, index: number): Promise<Uint8Array> {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder')
  await MeshoptDecoder.ready
  const target = new Uint8Array(view.count * view.stride)
  try {
    MeshoptDecoder.decodeGltfBuffer(
      target,
      view.count,
      view.stride,
      view.source,
      view.mode,
      view.filter,
    )
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw malformed(`compressed buffer view ${index} of the glTF`, detail.slice(0, 120))
  }
  return target
}
