// Large binary STL files whose volume is known by construction.

/**
 * Returns a closed slab of a x a mm, 10 mm high, whose top and bottom are divided into n x n cells.
 * Volume: a * a * 10 mm3.
 */
export function slabStl(maxBytes: number, sideMm = 200): Uint8Array<ArrayBuffer> {
  // 4 n^2 triangles for top and bottom, 8 n for the sides, 50 bytes each after a header of 84.
  let n = 1
  while (84 + 50 * (4 * (n + 1) ** 2 + 8 * (n + 1)) <= maxBytes) n++
  const triangles = 4 * n * n + 8 * n
  const bytes = new Uint8Array(84 + 50 * triangles)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, triangles, true)
  let offset = 84
  type Point = readonly [number, number, number]
  const put = (...points: [Point, Point, Point]) => {
    offset += 12
    for (const point of points) {
      for (const value of point) {
        view.setFloat32(offset, value, true)
        offset += 4
      }
    }
    offset += 2
  }
  const at = (i: number) => (i * sideMm) / n
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const [x0, x1, y0, y1] = [at(i), at(i + 1), at(j), at(j + 1)]
      put([x0, y0, 10], [x1, y0, 10], [x1, y1, 10])
      put([x0, y0, 10], [x1, y1, 10], [x0, y1, 10])
      put([x0, y0, 0], [x1, y1, 0], [x1, y0, 0])
      put([x0, y0, 0], [x0, y1, 0], [x1, y1, 0])
    }
    const [s, e] = [at(i), at(i + 1)]
    put([s, 0, 0], [e, 0, 0], [e, 0, 10])
    put([s, 0, 0], [e, 0, 10], [s, 0, 10])
    put([e, sideMm, 0], [s, sideMm, 0], [s, sideMm, 10])
    put([e, sideMm, 0], [s, sideMm, 10], [e, sideMm, 10])
    put([0, e, 0], [0, s, 0], [0, s, 10])
    put([0, e, 0], [0, s, 10], [0, e, 10])
    put([sideMm, s, 0], [sideMm, e, 0], [sideMm, e, 10])
    put([sideMm, s, 0], [sideMm, e, 10], [sideMm, s, 10])
  }
  return bytes
}
