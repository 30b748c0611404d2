// Closed surfaces as grids. Columns run around; rows run from pole to pole, or around as well. Triangles face outward.

/** In mm, Z up. */
export type Point = readonly [x: number, y: number, z: number]

/**
 * A parametric grid. `point` is called for 0 <= column < columns. With `poles`, row 0 and row `rows` are one point each, whatever the
 * column. Without poles, row `rows` is row 0 again. The cross product of a step along the columns and one along the rows points outward.
 */
export type ParametricSurface = {
  readonly columns: number
  readonly rows: number
  readonly poles: boolean
  /** Whether shading is smooth. Otherwise every triangle is shaded flat. */
  readonly smooth: boolean
  readonly point: (column: number, row: number) => Point
}

export type Mesh = {
  /** In mm, Z up, three numbers per vertex. The vertices of the seam are duplicated for the texture coordinates. */
  readonly positions: Float32Array
  readonly uvs: Float32Array
  /** Null means flat shading. */
  readonly normals: Float32Array | null
  readonly indices: Uint32Array
}

export function meshOf(surface: ParametricSurface): Mesh {
  const { columns, rows, poles, smooth, point } = surface
  const width = columns + 1
  const positions = new Float32Array(width * (rows + 1) * 3)
  const uvs = new Float32Array(width * (rows + 1) * 2)
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      positions.set(point(column % columns, poles ? row : row % rows), at * 3)
      uvs.set([column / columns, 1 - row / rows], at * 2)
    }
  }
  const indices = triangles(surface)
  return { positions, uvs, indices, normals: smooth ? normals(positions, indices, surface) : null }
}

function triangles({ columns, rows, poles }: ParametricSurface): Uint32Array {
  const width = columns + 1
  const indices: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * width + column
      const above = a + width
      // At a pole, two of the four corners are the same point, so one triangle remains.
      if (!poles || row > 0) indices.push(a, a + 1, above + 1)
      if (!poles || row < rows - 1) indices.push(a, above + 1, above)
    }
  }
  return Uint32Array.from(indices)
}

/** Computes vertex normals, weighted by area. Duplicated vertices share their normal. */
function normals(
  positions: Float32Array,
  indices: Uint32Array,
  { columns, rows, poles }: ParametricSurface,
): Float32Array {
  const width = columns + 1
  const shared = (vertex: number) => {
    const row = Math.floor(vertex / width)
    if (poles && (row === 0 || row === rows)) return row * width
    return (poles ? row : row % rows) * width + ((vertex % width) % columns)
  }
  const sums = new Float32Array(positions.length)
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [...indices.subarray(at, at + 3)]
    const normal = faceNormal(positions, corners)
    for (const corner of corners) {
      const to = shared(corner) * 3
      for (const axis of axes) sums[to + axis] = (sums[to + axis] ?? 0) + normal[axis]
    }
  }
  const result = new Float32Array(positions.length)
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const from = shared(vertex) * 3
    const sum = [...sums.subarray(from, from + 3)]
    const length = Math.hypot(...sum) || 1
    result.set(
      sum.map((value) => value / length),
      vertex * 3,
    )
  }
  return result
}

const axes = [0, 1, 2] as const

/** Returns the normal of a triangle, with a length of twice its area. */
function faceNormal(positions: Float32Array, corners: readonly number[]): Point {
  const [a, b, c] = corners.map((corner) => positions.subarray(corner * 3, corner * 3 + 3))
  const edge = (to: Float32Array | undefined, axis: number) => (to?.[axis] ?? 0) - (a?.[axis] ?? 0)
  const cross = (p: number, q: number) => edge(b, p) * edge(c, q) - edge(b, q) * edge(c, p)
  return [cross(1, 2), cross(2, 0), cross(0, 1)]
}
