// Parts with overhangs, grouped by the best way to print them.
import { binaryStl, box, type Mesh, merge, type Vec3 } from './meshes.ts'

/** Corners of the front face: the foot, the ends of the stem, and the bar. */
const outline = [
  [0, 0],
  [10, 0],
  [10, 30],
  [30, 30],
  [30, 40],
  [-20, 40],
  [-20, 30],
  [0, 30],
] as const
const depth = 20

/** Returns a T on its stem, 50 x 20 x 40 mm: 16 cm3. Lying on its face it has no overhangs, so it is rotated. */
export function tee(): Mesh {
  const corners = outline.length
  const at = (y: number) => outline.map(([x, z]): Vec3 => [x, y, z])
  const front: Vec3[] = [
    [0, 1, 2],
    [0, 2, 7],
    [5, 6, 7],
    [5, 7, 2],
    [5, 2, 3],
    [5, 3, 4],
  ]
  const back = front.map(([a, b, c]): Vec3 => [corners + a, corners + c, corners + b])
  const sides = outline.flatMap((_, index): Vec3[] => {
    const next = (index + 1) % corners
    return [
      [index, corners + index, next],
      [next, corners + index, corners + next],
    ]
  })
  return { positions: [...at(0), ...at(depth)], triangles: [...front, ...back, ...sides] }
}

export const teeStl = () => binaryStl(tee())

/** Returns the T lying on its face. */
export function lyingTee(): Mesh {
  const { positions, triangles } = tee()
  return { positions: positions.map(([x, y, z]): Vec3 => [x, -z, y]), triangles }
}

/**
 * Returns three bars through one point, standing on the end of one: 17 cm3. Bars overhang in every pose, so it is
 * printed with supports.
 */
export const cross = () =>
  merge(
    box([10.3, 10.3, 60.3]),
    box([60.3, 10.3, 10.3], [-25, 0, 25]),
    box([10.3, 60.3, 10.3], [0, -25, 25]),
  )

export const crossStl = () => binaryStl(cross())
