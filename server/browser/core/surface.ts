// Triangles of an inspection in the format of a graphics card: corners with normals that are smooth across soft edges,
// in chunks small enough to upload between two frames.
import type { DisplayMesh } from '../../../geometry/outcome.ts'
import type { PartSurface, SurfaceChunk } from './messages.ts'

const trianglesPerChunk = 40_000
/** Two triangles share a hard edge if the angle between their planes exceeds 35 degrees. */
const creaseCosine = Math.cos((35 * Math.PI) / 180)
/** Larger fans stay flat, because comparing all pairs of their triangles takes quadratic time. */
const maxFan = 64

/** Returns the surface, or null for a mesh without triangles. */
export function surfaceOf(mesh: DisplayMesh): PartSurface | null {
  const triangles = mesh.flags.length
  if (triangles === 0) return null
  const box = boxOf(mesh.positions)
  const originMm: [number, number, number] = [
    (box.min[0] + box.max[0]) / 2,
    (box.min[1] + box.max[1]) / 2,
    box.min[2],
  ]
  const faces = faceNormals(mesh)
  const fans = fansOf(mesh)
  const chunks: SurfaceChunk[] = []
  for (let from = 0; from < triangles; from += trianglesPerChunk) {
    const to = Math.min(triangles, from + trianglesPerChunk)
    chunks.push(chunkOf({ mesh, faces, fans, originMm, from, to }))
  }
  const sizeMm: [number, number, number] = [
    box.max[0] - box.min[0],
    box.max[1] - box.min[1],
    box.max[2] - box.min[2],
  ]
  return { chunks, triangles, sizeMm, originMm }
}

type Triple = [number, number, number]

function boxOf(positions: Float32Array): { min: Triple; max: Triple } {
  const min: Triple = [Infinity, Infinity, Infinity]
  const max: Triple = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 3) {
    for (const axis of [0, 1, 2] as const) {
      const value = positions[i + axis] ?? 0
      if (value < min[axis]) min[axis] = value
      if (value > max[axis]) max[axis] = value
    }
  }
  return { min, max }
}

/** Returns four numbers per triangle: its unit normal and its area. */
function faceNormals({ positions, indices }: DisplayMesh): Float32Array {
  const count = indices.length / 3
  const faces = new Float32Array(4 * count)
  const at = (index: number) => positions[index] ?? 0
  for (let t = 0; t < count; t++) {
    const a = 3 * (indices[3 * t] ?? 0)
    const b = 3 * (indices[3 * t + 1] ?? 0)
    const c = 3 * (indices[3 * t + 2] ?? 0)
    const ux = at(b) - at(a)
    const uy = at(b + 1) - at(a + 1)
    const uz = at(b + 2) - at(a + 2)
    const vx = at(c) - at(a)
    const vy = at(c + 1) - at(a + 1)
    const vz = at(c + 2) - at(a + 2)
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (length === 0) continue
    faces[4 * t] = nx / length
    faces[4 * t + 1] = ny / length
    faces[4 * t + 2] = nz / length
    faces[4 * t + 3] = length / 2
  }
  return faces
}

/** Triangles around each vertex: those of vertex `i` are `triangles[starts[i]]` up to `starts[i + 1]`. */
type Fans = { readonly starts: Uint32Array; readonly triangles: Uint32Array }

function fansOf({ positions, indices }: DisplayMesh): Fans {
  const starts = new Uint32Array(positions.length / 3 + 1)
  for (const vertex of indices) starts[vertex + 1] = (starts[vertex + 1] ?? 0) + 1
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const next = starts.slice()
  const triangles = new Uint32Array(indices.length)
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] ?? 0
    const place = next[vertex] ?? 0
    triangles[place] = Math.floor(i / 3)
    next[vertex] = place + 1
  }
  return { starts, triangles }
}

type ChunkInput = {
  readonly mesh: DisplayMesh
  readonly faces: Float32Array
  readonly fans: Fans
  readonly originMm: Triple
  readonly from: number
  readonly to: number
}

function chunkOf({ mesh, faces, fans, originMm, from, to }: ChunkInput): SurfaceChunk {
  const positions = new Float32Array(9 * (to - from))
  const surface = new Int8Array(12 * (to - from))
  const normal: Triple = [0, 0, 0]
  for (let t = from; t < to; t++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = mesh.indices[3 * t + corner] ?? 0
      const out = 3 * (t - from) + corner
      for (const axis of [0, 1, 2] as const) {
        positions[3 * out + axis] = (mesh.positions[3 * vertex + axis] ?? 0) - originMm[axis]
      }
      cornerNormal(t, vertex, faces, fans, normal)
      surface[4 * out] = Math.round(127 * normal[0])
      surface[4 * out + 1] = Math.round(127 * normal[1])
      surface[4 * out + 2] = Math.round(127 * normal[2])
      surface[4 * out + 3] = mesh.flags[t] ?? 0
    }
  }
  return { positions, surface }
}

/**
 * Computes the area-weighted mean of the normals around the vertex that are within the crease angle of the triangle's
 * normal.
 */
function cornerNormal(t: number, vertex: number, faces: Float32Array, fans: Fans, out: Triple) {
  const nx = faces[4 * t] ?? 0
  const ny = faces[4 * t + 1] ?? 0
  const nz = faces[4 * t + 2] ?? 0
  const from = fans.starts[vertex] ?? 0
  const to = fans.starts[vertex + 1] ?? 0
  let x = 0
  let y = 0
  let z = 0
  if (to - from <= maxFan) {
    for (let i = from; i < to; i++) {
      const other = 4 * (fans.triangles[i] ?? 0)
      const ox = faces[other] ?? 0
      const oy = faces[other + 1] ?? 0
      const oz = faces[other + 2] ?? 0
      if (nx * ox + ny * oy + nz * oz < creaseCosine) continue
      const area = faces[other + 3] ?? 0
      x += area * ox
      y += area * oy
      z += area * oz
    }
  }
  const length = Math.sqrt(x * x + y * y + z * z)
  out[0] = length > 0 ? x / length : nx
  out[1] = length > 0 ? y / length : ny
  out[2] = length > 0 ? z / length : nz
}

/** Returns the buffers of a surface, for transfer. */
export const buffersOf = (surface: PartSurface): ArrayBuffer[] =>
  surface.chunks.flatMap(({ positions, surface: normals }) => [positions.buffer, normals.buffer])
