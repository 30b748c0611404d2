// One mesh with one material as GLB: meters and Y up (glTF 2.0).
import type { Mesh } from './surface.ts'

export type Paint =
  | { readonly kind: 'picture'; readonly png: Uint8Array }
  /** Linear, from 0 to 1. */
  | { readonly kind: 'color'; readonly rgb: readonly [number, number, number] }

const glbMagic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binChunk = 0x004e4942
const float = 5126
const unsignedInt = 5125
const repeat = 10497

export function writeGlb(mesh: Mesh, paint: Paint): Uint8Array {
  const positions = toGltf(mesh.positions, 0.001)
  const normals = mesh.normals && toGltf(mesh.normals, 1)
  const parts = [
    bytesOf(mesh.indices),
    bytesOf(positions),
    bytesOf(mesh.uvs),
    ...(normals ? [bytesOf(normals)] : []),
    ...(paint.kind === 'picture' ? [paint.png] : []),
  ].map(pad)
  const binary = Buffer.concat(parts)
  const document = {
    asset: { version: '2.0', generator: 'demo' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [primitive(normals !== null)] }],
    ...material(paint, parts.length - 1),
    accessors: [
      { bufferView: 0, componentType: unsignedInt, count: mesh.indices.length, type: 'SCALAR' },
      { ...vertices(1, positions, 'VEC3'), ...bounds(positions) },
      vertices(2, mesh.uvs, 'VEC2'),
      ...(normals ? [vertices(3, normals, 'VEC3')] : []),
    ],
    bufferViews: parts.map(({ length }, index) => ({
      buffer: 0,
      byteOffset: parts.slice(0, index).reduce((sum, part) => sum + part.length, 0),
      byteLength: length,
    })),
    buffers: [{ byteLength: binary.length }],
  }
  return container(new TextEncoder().encode(JSON.stringify(document)), binary)
}

const primitive = (hasNormals: boolean) => ({
  attributes: { POSITION: 1, TEXCOORD_0: 2, ...(hasNormals ? { NORMAL: 3 } : {}) },
  indices: 0,
  material: 0,
})

const vertices = (bufferView: number, values: Float32Array, type: 'VEC2' | 'VEC3') => ({
  bufferView,
  componentType: float,
  count: values.length / (type === 'VEC2' ? 2 : 3),
  type,
})

/** Builds the material. The picture, if there is one, is in the buffer view `pictureView`. */
function material(paint: Paint, pictureView: number) {
  const surface = { metallicFactor: 0, roughnessFactor: 0.7 }
  if (paint.kind === 'color') {
    const baseColorFactor = [...paint.rgb, 1]
    return { materials: [{ pbrMetallicRoughness: { ...surface, baseColorFactor } }] }
  }
  return {
    materials: [{ pbrMetallicRoughness: { ...surface, baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0, sampler: 0 }],
    images: [{ bufferView: pictureView, mimeType: 'image/png' }],
    samplers: [{ wrapS: repeat, wrapT: repeat }],
  }
}

/** Converts from mm with Z up to meters with Y up: x, z, -y. */
function toGltf(values: Float32Array, scale: number): Float32Array {
  const turned = new Float32Array(values.length)
  for (let at = 0; at < values.length; at += 3) {
    const [x = 0, y = 0, z = 0] = values.subarray(at, at + 3)
    turned.set([x * scale, z * scale, -y * scale], at)
  }
  return turned
}

function bounds(positions: Float32Array) {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const [at, value] of positions.entries()) {
    min[at % 3] = Math.min(min[at % 3] ?? value, value)
    max[at % 3] = Math.max(max[at % 3] ?? value, value)
  }
  return { min, max }
}

const bytesOf = (array: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

function pad(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

function container(json: Uint8Array, bin: Uint8Array): Uint8Array {
  const text = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, ' ')])
  const head = Buffer.alloc(12)
  head.writeUInt32LE(glbMagic, 0)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + 8 + text.length + 8 + bin.length, 8)
  return Buffer.concat([
    head,
    chunkHead(text.length, jsonChunk),
    text,
    chunkHead(bin.length, binChunk),
    bin,
  ])
}

function chunkHead(length: number, type: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(length, 0)
  head.writeUInt32LE(type, 4)
  return head
}
