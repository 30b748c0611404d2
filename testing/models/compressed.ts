// GLBs with compressed geometry, made with the encoders of the same packages whose decoders the product uses.
import { createRequire } from 'node:module'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { glbContainer, type Mesh } from './meshes.ts'

const scene = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
}

const accessors = (mesh: Mesh, views: readonly (number | undefined)[]) => [
  { componentType: 5126, count: mesh.positions.length, type: 'VEC3', bufferView: views[0] },
  { componentType: 5125, count: 3 * mesh.triangles.length, type: 'SCALAR', bufferView: views[1] },
]

/**
 * Returns a GLB with EXT_meshopt_compression: positions and indices in a compressed view each, and a fallback buffer
 * without bytes.
 */
export async function meshoptGlb(mesh: Mesh): Promise<Uint8Array<ArrayBuffer>> {
  await MeshoptEncoder.ready
  const count = mesh.positions.length
  const positions = new Uint8Array(new Float32Array(mesh.positions.flat()).buffer)
  const indices = new Uint8Array(new Uint32Array(mesh.triangles.flat()).buffer)
  const packed = [
    MeshoptEncoder.encodeVertexBuffer(positions, count, 12),
    MeshoptEncoder.encodeIndexBuffer(indices, 3 * mesh.triangles.length, 4),
  ]
  const [first = new Uint8Array(0), second = new Uint8Array(0)] = packed
  const start = Math.ceil(first.length / 4) * 4
  const binary = new Uint8Array(start + second.length)
  binary.set(first)
  binary.set(second, start)
  const name = 'EXT_meshopt_compression'
  const json = {
    ...scene,
    extensionsUsed: [name],
    extensionsRequired: [name],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: accessors(mesh, [0, 1]),
    bufferViews: [
      {
        buffer: 1,
        byteLength: positions.length,
        byteStride: 12,
        extensions: {
          [name]: {
            buffer: 0,
            byteLength: first.length,
            byteStride: 12,
            count,
            mode: 'ATTRIBUTES',
          },
        },
      },
      {
        buffer: 1,
        byteOffset: positions.length,
        byteLength: indices.length,
        extensions: {
          [name]: {
            buffer: 0,
            byteOffset: start,
            byteLength: second.length,
            byteStride: 4,
            count: 3 * mesh.triangles.length,
            mode: 'TRIANGLES',
          },
        },
      },
    ],
    buffers: [
      { byteLength: binary.length },
      { byteLength: positions.length + indices.length, extensions: { [name]: { fallback: true } } },
    ],
  }
  return glbContainer(json, binary)
}

/** The used part of draco3dgltf's encoder; the package has no types. */
type Encoder = {
  POSITION: number
  TRIANGULAR_MESH: number
  MESH_EDGEBREAKER_ENCODING: number
  MESH_SEQUENTIAL_ENCODING: number
  Encoder: new () => {
    SetEncodingMethod(method: number): void
    SetAttributeQuantization(attribute: number, bits: number): void
    EncodeMeshToDracoBuffer(mesh: object, into: Bytes): number
  }
  MeshBuilder: new () => {
    AddFacesToMesh(mesh: object, count: number, faces: Uint32Array): void
    AddFloatAttribute(
      mesh: object,
      attribute: number,
      count: number,
      width: number,
      values: Float32Array,
    ): number
  }
  Mesh: new () => { num_points(): number }
  DracoInt8Array: new () => Bytes
}
type Bytes = { GetValue(at: number): number }

/** Returns a GLB with KHR_draco_mesh_compression: one stream, and accessors without a buffer view. */
export async function dracoGlb(
  mesh: Mesh,
  method: 'edgebreaker' | 'sequential',
): Promise<Uint8Array<ArrayBuffer>> {
  const { createEncoderModule } = createRequire(import.meta.url)('draco3dgltf') as {
    createEncoderModule(options: object): Promise<Encoder>
  }
  const draco = await createEncoderModule({})
  const encoder = new draco.Encoder()
  const builder = new draco.MeshBuilder()
  const built = new draco.Mesh()
  builder.AddFacesToMesh(built, mesh.triangles.length, new Uint32Array(mesh.triangles.flat()))
  const position = builder.AddFloatAttribute(
    built,
    draco.POSITION,
    mesh.positions.length,
    3,
    new Float32Array(mesh.positions.flat()),
  )
  encoder.SetEncodingMethod(
    method === 'edgebreaker' ? draco.MESH_EDGEBREAKER_ENCODING : draco.MESH_SEQUENTIAL_ENCODING,
  )
  encoder.SetAttributeQuantization(draco.POSITION, 16)
  const bytes = new draco.DracoInt8Array()
  const length = encoder.EncodeMeshToDracoBuffer(built, bytes)
  const binary = Uint8Array.from({ length }, (_, i) => bytes.GetValue(i) & 255)
  const name = 'KHR_draco_mesh_compression'
  const json = {
    ...scene,
    extensionsUsed: [name],
    extensionsRequired: [name],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            indices: 1,
            extensions: { [name]: { bufferView: 0, attributes: { POSITION: position } } },
          },
        ],
      },
    ],
    accessors: accessors(mesh, []),
    bufferViews: [{ buffer: 0, byteLength: length }],
    buffers: [{ byteLength: length }],
  }
  return glbContainer(json, binary)
}
