// The parts of a GLB that contain colors: container, JSON and accessors (glTF 2.0). Every length is checked before it is used.

import * as v from 'valibot'
import { megabyte } from '../../domain/base/text/megabytes.ts'

const glbMagic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
const maxJsonBytes = 16 * megabyte

const index = v.pipe(v.number(), v.integer(), v.minValue(0))
const numbers = v.array(v.number())
const textureInfo = v.object({ index, texCoord: v.optional(index, 0) })
const material = v.object({
  pbrMetallicRoughness: v.optional(
    v.object({
      baseColorTexture: v.optional(textureInfo),
      baseColorFactor: v.optional(v.pipe(numbers, v.length(4))),
    }),
  ),
  alphaMode: v.optional(v.string(), 'OPAQUE'),
  alphaCutoff: v.optional(v.number(), 0.5),
})
const primitive = v.object({
  attributes: v.record(v.string(), index),
  indices: v.optional(index),
  material: v.optional(index),
  mode: v.optional(index, 4),
  extensions: v.optional(v.record(v.string(), v.unknown()), {}),
})
const node = v.object({
  mesh: v.optional(index),
  children: v.optional(v.array(index), []),
  matrix: v.optional(v.pipe(numbers, v.length(16))),
  scale: v.optional(v.pipe(numbers, v.length(3))),
  rotation: v.optional(v.pipe(numbers, v.length(4))),
  translation: v.optional(v.pipe(numbers, v.length(3))),
})
const texture = v.object({
  source: v.optional(index),
  extensions: v.optional(
    v.object({ EXT_texture_webp: v.optional(v.object({ source: index })) }),
    {},
  ),
})
const accessorSchema = v.object({
  bufferView: v.optional(index),
  byteOffset: v.optional(index, 0),
  componentType: v.number(),
  normalized: v.optional(v.boolean(), false),
  count: index,
  type: v.string(),
  sparse: v.optional(v.unknown()),
})
const bufferView = v.object({
  buffer: v.optional(index, 0),
  byteOffset: v.optional(index, 0),
  byteLength: index,
  byteStride: v.optional(index),
  extensions: v.optional(v.record(v.string(), v.unknown()), {}),
})
const documentShape = v.object({
  scene: v.optional(index, 0),
  scenes: v.optional(v.array(v.object({ nodes: v.optional(v.array(index), []) })), []),
  nodes: v.optional(v.array(node), []),
  meshes: v.optional(v.array(v.object({ primitives: v.array(primitive) })), []),
  materials: v.optional(v.array(material), []),
  textures: v.optional(v.array(texture), []),
  images: v.optional(v.array(v.object({ bufferView: v.optional(index) })), []),
  accessors: v.optional(v.array(accessorSchema), []),
  bufferViews: v.optional(v.array(bufferView), []),
})

export type GlbDocument = v.InferOutput<typeof documentShape>
export type GlbPrimitive = v.InferOutput<typeof primitive>
export type GlbMaterial = v.InferOutput<typeof material>
export type Glb = { readonly document: GlbDocument; readonly binary: Uint8Array }

/** Returns null for a file that is not a GLB or is damaged. */
export function readGlb(bytes: Uint8Array): Glb | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== glbMagic) return null
  const json = chunkAt(view, 12)
  if (json?.kind !== jsonChunk || json.bytes.byteLength > maxJsonBytes) return null
  const rest = chunkAt(view, 20 + json.bytes.byteLength)
  const binary = rest?.kind === binaryChunk ? rest.bytes : new Uint8Array()
  try {
    const parsed = v.safeParse(documentShape, JSON.parse(new TextDecoder().decode(json.bytes)), {
      abortEarly: true,
    })
    return parsed.success ? { document: parsed.output, binary } : null
  } catch {
    // Not JSON, or nested too deeply for the parser.
    return null
  }
}

function chunkAt(view: DataView, at: number) {
  if (at + 8 > view.byteLength) return null
  const length = view.getUint32(at, true)
  if (at + 8 + length > view.byteLength) return null
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 8, length)
  return { kind: view.getUint32(at + 4, true), bytes }
}

/** Returns the bytes of a view of the file's own buffer, or null when it is out of bounds or compressed. */
export function viewBytes({ document, binary }: Glb, at: number | undefined): Uint8Array | null {
  const view = at === undefined ? undefined : document.bufferViews[at]
  if (view === undefined || view.buffer !== 0 || isCompressed(view)) return null
  const end = view.byteOffset + view.byteLength
  return end <= binary.byteLength ? binary.subarray(view.byteOffset, end) : null
}

const isCompressed = ({ extensions }: { extensions: Readonly<Record<string, unknown>> }) =>
  'EXT_meshopt_compression' in extensions || 'KHR_draco_mesh_compression' in extensions

export { isCompressed }

/** Reads component `part` of element `item`. Returns fractions if the accessor is normalized. */
export type Reader = {
  readonly count: number
  readonly width: number
  readonly read: (item: number, part: number) => number
}

const widths: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }

type Component = {
  readonly bytes: number
  readonly max: number
  readonly get: (view: DataView, at: number) => number
}
const components: Readonly<Record<number, Component>> = {
  5120: { bytes: 1, max: 127, get: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, max: 255, get: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, max: 32_767, get: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, max: 65_535, get: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, max: 1, get: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, max: 1, get: (view, at) => view.getFloat32(at, true) },
}

/** Returns null for an accessor that is missing, sparse, compressed or out of bounds. */
export function readerOf(glb: Glb, at: number | undefined): Reader | null {
  const accessor = at === undefined ? undefined : glb.document.accessors[at]
  if (accessor === undefined || accessor.sparse !== undefined) return null
  const { bufferView: viewIndex, byteOffset, componentType, normalized, count, type } = accessor
  const bytes = viewBytes(glb, viewIndex)
  const component = components[componentType]
  const width = widths[type]
  if (bytes === null || component === undefined || width === undefined) return null
  const size = component.bytes * width
  const stride = glb.document.bufferViews[viewIndex ?? 0]?.byteStride || size
  const isWithin = count === 0 || byteOffset + (count - 1) * stride + size <= bytes.byteLength
  if (!isWithin) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const factor = normalized ? 1 / component.max : 1
  return {
    count,
    width,
    read: (item, part) =>
      component.get(view, byteOffset + item * stride + part * component.bytes) * factor,
  }
}
