// Additional generated models that constants may be fitted to: many bodies, narrow features and
// small outlines.
import type { Part } from './estimate-parts.ts'
import { arc, blocks, lathe, lines, moved, type Triangle } from './estimate-shapes.ts'

const box = (x: number, y: number, z: number) =>
  blocks(
    [
      [0, x],
      [0, y],
      [0, z],
    ],
    () => true,
  )

const repeated = (columns: number, rows: number, pitch: number, solid: Triangle[]) =>
  Array.from({ length: columns * rows }, (_, i) =>
    moved(solid, ([x, y, z]) => [
      x + pitch * (i % columns),
      y + pitch * Math.floor(i / columns),
      z,
    ]),
  ).flat()

const round = (radius: number, height: number, segments: number) =>
  lathe(
    [
      [0, 0],
      [radius, 0],
      [radius, height],
      [0, height],
    ],
    segments,
  )

const ring = (outer: number, inner: number, height: number) =>
  lathe(
    [
      [inner, 0],
      [outer, 0],
      [outer, height],
      [inner, height],
    ],
    40,
  )

const slats = (count: number, pitch: number, bar: number, y: number, z: number) =>
  blocks(
    [
      Array.from({ length: count }, (_, i) => [i * pitch, i * pitch + bar]).flat(),
      [0, y],
      [0, 2, z],
    ],
    (x, _, pz) => pz < 2 || x % pitch < bar,
  )

/** A plate with round holes, built from the cells of a grid. */
const sieve = blocks(
  [lines(48, 96), lines(32, 64), [0, 3]],
  (x, y) => ((x % 8) - 4) ** 2 + ((y % 8) - 4) ** 2 > 6,
)

const cross = blocks(
  [
    [0, 5, 10, 15],
    [0, 5, 10, 15],
    [0, 18],
  ],
  (x, y) => (x > 5 && x < 10) || (y > 5 && y < 10),
)

export const clusters: readonly Part[] = [
  { name: '25 cubes of 5', small: true, triangles: () => repeated(5, 5, 11, box(5, 5, 8)) },
  { name: '4 cubes of 10', small: true, triangles: () => repeated(2, 2, 40, box(10, 10, 10)) },
  { name: '16 rods', small: false, triangles: () => repeated(4, 4, 12, round(2, 12, 24)) },
  { name: '49 thin rods', small: false, triangles: () => repeated(7, 7, 7, round(1.2, 8, 16)) },
  { name: '2 rods apart', small: true, triangles: () => repeated(2, 1, 90, round(4, 20, 40)) },
  { name: '9 rings', small: false, triangles: () => repeated(3, 3, 20, ring(7, 4, 6)) },
  {
    name: '6 cones',
    small: false,
    triangles: () =>
      repeated(
        3,
        2,
        22,
        lathe(
          [
            [0, 0],
            [8, 0],
            [0, 18],
          ],
          48,
        ),
      ),
  },
  {
    name: '5 balls',
    small: false,
    triangles: () => repeated(5, 1, 20, lathe([[0, 0], ...arc([0, 6], 8, -48, 90, 30)], 60)),
  },
  { name: 'fins 1 mm', small: false, triangles: () => slats(10, 5, 1, 30, 15) },
  { name: 'fins 2.4 mm', small: false, triangles: () => slats(8, 7, 2.4, 40, 12) },
  { name: 'sieve', small: false, triangles: () => sieve },
  { name: 'cross 15', small: true, triangles: () => cross },
  {
    name: '12 crosses',
    small: false,
    triangles: () =>
      repeated(
        4,
        3,
        24,
        moved(cross, ([x, y, z]) => [x, y, z / 2]),
      ),
  },
  {
    name: '100 bristles',
    small: false,
    triangles: () => [
      ...repeated(
        10,
        10,
        4,
        moved(box(1.4, 1.4, 6), ([x, y, z]) => [x + 1, y + 1, z + 1.9]),
      ),
      ...box(40, 40, 2),
    ],
  },
]
