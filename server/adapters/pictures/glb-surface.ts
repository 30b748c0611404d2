// The colored surfaces of a GLB: each mesh where the scene places it, with its triangles, texture coordinates and colors.
import {
  type Glb,
  type GlbMaterial,
  type GlbPrimitive,
  isCompressed,
  type Reader,
  readerOf,
} from './glb-document.ts'

/** Rotation and scale as nine numbers, row by row. */
type Linear = readonly [number, number, number, number, number, number, number, number, number]

export type TexturedSurface = {
  readonly positions: Reader
  readonly triangleCount: number
  /** Returns the index of the vertex at `corner` 0 to 2 of a triangle. */
  readonly vertexOf: (triangle: number, corner: number) => number
  readonly uvs: Reader | null
  /** Linear, with 3 or 4 components. */
  readonly colors: Reader | null
  readonly material: GlbMaterial | null
  readonly placed: Linear
  /** Translation, added after `placed` is applied to a position. */
  readonly moved: Vector
}

type Vector = readonly [x: number, y: number, z: number]

const triangles = 4
const maxDepth = 64
const maxInstances = 10_000
const identity: Linear = [1, 0, 0, 0, 1, 0, 0, 0, 1]

export type Surfaces = {
  readonly surfaces: readonly TexturedSurface[]
  /** Whether some triangles are compressed or damaged and cannot be read here. */
  readonly isPartial: boolean
}

export function surfacesOf(glb: Glb): Surfaces {
  const { document } = glb
  const surfaces: TexturedSurface[] = []
  let isPartial = false
  for (const { mesh, ...place } of instancesOf(glb)) {
    for (const primitive of document.meshes[mesh]?.primitives ?? []) {
      if (primitive.mode !== triangles) continue
      const surface = surfaceOf(glb, primitive, place)
      if (surface === null) {
        isPartial = true
      } else {
        surfaces.push(surface)
      }
    }
  }
  return { surfaces, isPartial }
}

type Transform = Pick<TexturedSurface, 'placed' | 'moved'>

function surfaceOf(glb: Glb, primitive: GlbPrimitive, place: Transform): TexturedSurface | null {
  const { attributes, indices, material: materialIndex } = primitive
  if (isCompressed(primitive)) return null
  const positions = readerOf(glb, attributes['POSITION'])
  const indexed = readerOf(glb, indices)
  if (positions === null || positions.width !== 3 || (indices !== undefined && indexed === null)) {
    return null
  }
  const material =
    materialIndex === undefined ? null : (glb.document.materials[materialIndex] ?? null)
  const set = material?.pbrMetallicRoughness?.baseColorTexture?.texCoord ?? 0
  const uvs = readerOf(glb, attributes[`TEXCOORD_${set}`])
  const colors = readerOf(glb, attributes['COLOR_0'])
  return {
    positions,
    triangleCount: Math.floor((indexed ?? positions).count / 3),
    vertexOf: (triangle, corner) =>
      indexed === null ? 3 * triangle + corner : indexed.read(3 * triangle + corner, 0),
    uvs: uvs?.width === 2 ? uvs : null,
    colors: colors !== null && colors.width >= 3 ? colors : null,
    material,
    ...place,
  }
}

/** Returns every mesh of the scene with its rotation and scale, or every mesh once when there is no scene. */
function instancesOf({ document }: Glb): readonly (Transform & { mesh: number })[] {
  const { scenes, scene, nodes, meshes } = document
  const roots = scenes[scene]?.nodes
  const unmoved: Vector = [0, 0, 0]
  if (roots === undefined) {
    return meshes.map((_, mesh) => ({ mesh, placed: identity, moved: unmoved }))
  }
  const instances: (Transform & { mesh: number })[] = []
  const open = roots.map((at) => ({ at, depth: 0, placed: identity, moved: unmoved }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = nodes[next.at]
    if (node === undefined || next.depth > maxDepth) continue
    if (instances.length + open.length > maxInstances) break
    const placed = product(next.placed, linearOf(node))
    const [x, y, z] = applyMatrix(next.placed, ...translationOf(node))
    const moved: Vector = [next.moved[0] + x, next.moved[1] + y, next.moved[2] + z]
    if (node.mesh !== undefined) instances.push({ mesh: node.mesh, placed, moved })
    for (const at of node.children) open.push({ at, depth: next.depth + 1, placed, moved })
  }
  return instances
}

function translationOf({
  matrix,
  translation,
}: {
  readonly matrix?: readonly number[] | undefined
  readonly translation?: readonly number[] | undefined
}): Vector {
  const [x = 0, y = 0, z = 0] = matrix === undefined ? (translation ?? []) : matrix.slice(12)
  return [x, y, z]
}

function linearOf({
  matrix,
  scale,
  rotation,
}: {
  readonly matrix?: readonly number[] | undefined
  readonly scale?: readonly number[] | undefined
  readonly rotation?: readonly number[] | undefined
}): Linear {
  if (matrix !== undefined) {
    // The matrix has columns of four.
    const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = matrix
    return [a, d, g, b, e, h, c, f, i]
  }
  const [x = 0, y = 0, z = 0, w = 1] = rotation ?? []
  const [sx = 1, sy = 1, sz = 1] = scale ?? []
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y - z * w) * sy,
    2 * (x * z + y * w) * sz,
    2 * (x * y + z * w) * sx,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z - x * w) * sz,
    2 * (x * z - y * w) * sx,
    2 * (y * z + x * w) * sy,
    (1 - 2 * (x * x + y * y)) * sz,
  ]
}

const product = (m: Linear, [a, b, c, d, e, f, g, h, i]: Linear): Linear => [
  m[0] * a + m[1] * d + m[2] * g,
  m[0] * b + m[1] * e + m[2] * h,
  m[0] * c + m[1] * f + m[2] * i,
  m[3] * a + m[4] * d + m[5] * g,
  m[3] * b + m[4] * e + m[5] * h,
  m[3] * c + m[4] * f + m[5] * i,
  m[6] * a + m[7] * d + m[8] * g,
  m[6] * b + m[7] * e + m[8] * h,
  m[6] * c + m[7] * f + m[8] * i,
]

/** Returns the position of a vertex in the scene, in the scene's units. */
export function positionOf({ positions, placed, moved }: TexturedSurface, vertex: number): Vector {
  const [x, y, z] = applyMatrix(
    placed,
    positions.read(vertex, 0),
    positions.read(vertex, 1),
    positions.read(vertex, 2),
  )
  return [x + moved[0], y + moved[1], z + moved[2]]
}

/** Returns the area in the square of the scene's units. 0 for a damaged triangle. */
export function areaOf({ positions, vertexOf, placed }: TexturedSurface, triangle: number): number {
  const [a, b, c] = [0, 1, 2].map((corner) => vertexOf(triangle, corner))
  if (a === undefined || b === undefined || c === undefined) return 0
  if (a >= positions.count || b >= positions.count || c >= positions.count) return 0
  const along = (from: number, to: number, part: number) =>
    positions.read(to, part) - positions.read(from, part)
  const one = applyMatrix(placed, along(a, b, 0), along(a, b, 1), along(a, b, 2))
  const two = applyMatrix(placed, along(a, c, 0), along(a, c, 1), along(a, c, 2))
  const area =
    Math.hypot(
      one[1] * two[2] - one[2] * two[1],
      one[2] * two[0] - one[0] * two[2],
      one[0] * two[1] - one[1] * two[0],
    ) / 2
  return Number.isFinite(area) ? area : 0
}

const applyMatrix = (m: Linear, x: number, y: number, z: number) =>
  [
    m[0] * x + m[1] * y + m[2] * z,
    m[3] * x + m[4] * y + m[5] * z,
    m[6] * x + m[7] * y + m[8] * z,
  ] as const
