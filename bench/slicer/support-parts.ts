// Overhanging models for fitting the constants of supports. `fitPoses` has the poses of corpus models.
import { arc, lathe, type Triangle } from './estimate-shapes.ts'
import { at, ball, box, extruded, rod, standing, turned } from './support-shapes.ts'

export type Overhang = { name: string; triangles: () => Triangle[] }
/** A file of the corpus, rotated about X, Y and Z by degrees and scaled to a longest side in mm. */
export type Pose = { file: string; turn: readonly [number, number, number]; sizeMm: number }

const tee = (arm: number, depth: number, stem: number, height: number) => [
  ...box([-stem / 2, stem / 2], [-stem / 2, stem / 2], [0, height]),
  ...box([-arm / 2, arm / 2], [-depth / 2, depth / 2], [height, height + 4]),
]

const table = (x: number, y: number, height: number, leg: number) => [
  ...box([0, x], [0, y], [height, height + 3]),
  ...[0, x - leg].flatMap((left) =>
    [0, y - leg].flatMap((front) => box([left, left + leg], [front, front + leg], [0, height])),
  ),
]

const mushroom = (cap: number, stem: number, height: number) =>
  lathe([[0, 0], [stem, 0], [stem, height], [cap, height], ...arc([0, height], cap, 5, 90, 20)], 60)

/** Returns a truncated cone that stands on its narrow end. */
const funnel = (bottom: number, top: number, height: number) =>
  lathe(
    [
      [0, 0],
      [bottom, 0],
      [top, height],
      [0, height],
    ],
    60,
  )

const ring = (radius: number, thickness: number) =>
  lathe(
    arc([radius, 0], thickness, 0, 360, 24)
      .slice(0, -1)
      .map(([x, z]): [number, number] => [x, z]),
    60,
  )

/** Returns a block with a round tunnel along Y: two halves that overlap at the top. */
const arch = (width: number, depth: number, radius: number) => {
  const top = radius + 5
  const rim = Array.from({ length: 13 }, (_, i): [number, number] => {
    const angle = (Math.PI * (12 - i)) / 24
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  const half: [number, number][] = [
    [width / 2, 0],
    [width / 2, top],
    [-0.5, top],
    [-0.5, radius],
    ...rim,
  ]
  const right = extruded(half, [width / 2 - 0.01, top - 0.1], depth)
  const left = at(turned(right, 0, 0, 180), 0, depth)
  return [...right, ...left]
}

const blob = (seed: number) =>
  lathe(
    [
      [0, 0],
      [8, 0],
      ...Array.from({ length: 30 }, (_, i): [number, number] => [
        10 + 5 * Math.sin(0.35 * i + seed) + 0.12 * i,
        0.8 + i,
      ]),
      [0, 33],
    ],
    72,
    (radius, z, angle) => ({
      radius: radius * (1 + 0.18 * Math.sin(3 * angle + 0.1 * z * seed)),
      turn: 0.01 * z,
    }),
  )

const chair = [
  ...box([0, 20], [0, 20], [16, 19]),
  ...box([0, 20], [17, 20], [19, 42]),
  ...[0, 17].flatMap((x) => [0, 17].flatMap((y) => box([x, x + 3], [y, y + 3], [0, 16]))),
]

const bolt = lathe(
  [
    [0, 0],
    [9, 0],
    [9, 6],
    [5, 6],
    [5, 30],
    [0, 30],
  ],
  48,
)

const tower = [
  ...lathe(
    [
      [0, 0],
      [8, 0],
      [8, 30],
      [11, 33],
      [11, 38],
      [0, 38],
    ],
    48,
  ),
  ...box([7, 15], [-4, 4], [14, 16]),
  ...box([-16, -7], [-5, 5], [22, 24]),
]

const comb = standing(['############', '# # # # # # ', '# # # # # # ', '# # # # # # '], 4, 14)

export const overhangs: readonly Overhang[] = [
  { name: 'chair', triangles: () => chair },
  { name: 'bolt, lying', triangles: () => turned(bolt, 90) },
  { name: 'bolt, leaning', triangles: () => turned(bolt, 35, 25) },
  { name: 'tower', triangles: () => tower },
  { name: 'comb', triangles: () => comb },
  { name: 'tee', triangles: () => tee(40, 30, 10, 20) },
  { name: 'tee, narrow', triangles: () => tee(44, 8, 8, 14) },
  { name: 'tee, deep', triangles: () => tee(25, 45, 14, 30) },
  { name: 'table', triangles: () => table(46, 34, 24, 6) },
  { name: 'table, low', triangles: () => table(30, 52, 8, 4) },
  { name: 'mushroom', triangles: () => mushroom(20, 6, 18) },
  { name: 'mushroom, small', triangles: () => mushroom(9, 4, 12) },
  { name: 'ball', triangles: () => ball(16, [0, 0, 16], 60) },
  {
    name: 'ball on a plate',
    triangles: () => [...ball(11, [0, 0, 13], 48), ...box([-14, 14], [-14, 14], [0, 2.6])],
  },
  { name: 'funnel of 30 degrees', triangles: () => funnel(6, 24, 10.4) },
  { name: 'funnel of 55 degrees', triangles: () => funnel(6, 20, 20) },
  { name: 'ring, upright', triangles: () => turned(ring(15, 4), 90) },
  { name: 'ring, leaning', triangles: () => turned(ring(14, 5), 50, 20) },
  { name: 'arch', triangles: () => arch(44, 18, 15) },
  { name: 'arch, wide', triangles: () => turned(arch(52, 10, 21), 0, 0, 35) },
  {
    name: 'bracket',
    triangles: () => [...box([0, 6], [0, 24], [0, 40]), ...box([5, 36], [0, 24], [34, 40])],
  },
  {
    name: 'bracket, turned',
    triangles: () =>
      turned([...box([0, 5], [0, 16], [0, 30]), ...box([4, 30], [0, 16], [12, 17])], 0, 0, 27),
  },
  {
    name: 'hook',
    triangles: () =>
      standing(['#### ', '   # ', '   # ', '#  # ', '#### ', ' ##  ', ' ##  '], 5, 12),
  },
  {
    name: 'steps, hanging',
    triangles: () => standing(['######', '##### ', '####  ', '###   ', '##    '], 6, 22),
  },
  { name: 'window', triangles: () => standing(['######', '#    #', '#    #', '######'], 7, 10) },
  {
    name: 'letters T and F',
    triangles: () => [
      ...standing(['###', ' # ', ' # ', ' # ', ' # '], 7, 7),
      ...at(standing(['###', '#  ', '## ', '#  ', '#  '], 7, 7), 28, 0),
    ],
  },
  {
    name: 'rod, leaning 35',
    triangles: () => [...rod([0, 0, 0], [30, 8, 25], 4), ...box([-6, 6], [-6, 6], [-2, 3])],
  },
  { name: 'cube, turned', triangles: () => turned(box([0, 24], [0, 24], [0, 24]), 30, 20) },
  { name: 'slab, leaning', triangles: () => turned(box([0, 40], [0, 30], [0, 5]), 0, -40) },
  { name: 'blob', triangles: () => blob(1) },
  { name: 'blob, other', triangles: () => blob(3.3) },
  {
    name: 'tree',
    triangles: () => [
      ...rod([0, 0, 0], [0, 0, 34], 4, 3),
      ...rod([0, 0, 14], [16, 0, 26], 2.4, 1.8),
      ...rod([0, 0, 18], [-10, 12, 32], 2.4, 1.8),
      ...rod([0, 0, 20], [-8, -14, 24], 2.4, 1.8),
      ...ball(6, [17, 0, 28], 24),
      ...ball(7, [0, 0, 37], 24),
    ],
  },
  {
    name: 'dumbbell',
    triangles: () => [
      ...ball(9, [-14, 0, 9], 36),
      ...ball(9, [14, 0, 9], 36),
      ...rod([-14, 0, 9], [14, 0, 9], 3),
    ],
  },
  {
    name: 'shelf over a plate',
    triangles: () => [
      ...box([0, 36], [0, 26], [0, 3]),
      ...box([0, 5], [0, 26], [3, 24]),
      ...box([5, 32], [0, 26], [20, 24]),
    ],
  },
  {
    name: 'gallery',
    triangles: () => [
      ...box([-6, 6], [-6, 6], [0, 40]),
      ...box([-16, 16], [-16, 16], [14, 17]),
      ...box([-12, 12], [-20, 20], [30, 33]),
    ],
  },
  {
    name: 'bowl, upside down',
    triangles: () =>
      lathe(
        [[15, 0], [18, 0], ...arc([0, 0], 18, 4, 90, 24), ...arc([0, 0], 15, 90, 4, 24)] as [
          number,
          number,
        ][],
        64,
      ),
  },
  {
    name: 'man',
    triangles: () => [
      ...box([-7, -1], [-4, 4], [0, 16]),
      ...box([1, 7], [-4, 4], [0, 16]),
      ...box([-8, 8], [-5, 5], [15, 32]),
      ...rod([0, 0, 29], [20, 3, 24], 3),
      ...rod([0, 0, 29], [-17, -3, 38], 3),
      ...ball(6, [0, 0, 37], 30),
    ],
  },
]

export const fitPoses: readonly Pose[] = [
  { file: 'bunny.stl', turn: [0, 0, 0], sizeMm: 45 },
  { file: 'bunny.stl', turn: [200, 30, 0], sizeMm: 40 },
  { file: 'spot.obj', turn: [90, 0, 20], sizeMm: 45 },
  { file: 'featuretype.STL', turn: [0, 0, 0], sizeMm: 55 },
  { file: 'featuretype.STL', turn: [90, 0, 0], sizeMm: 50 },
  { file: 'octagonal_pocket.stl', turn: [180, 0, 0], sizeMm: 45 },
  { file: 'chr_knight.glb', turn: [0, 0, 0], sizeMm: 50 },
  { file: '1002_tray_bottom.STL', turn: [90, 0, 15], sizeMm: 50 },
  { file: 'ADIS16480.STL', turn: [60, 0, 0], sizeMm: 45 },
]
