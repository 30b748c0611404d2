// The generated half of the estimate's test set: typical printed parts. `small` marks the parts
// that the bench slices without --all.
import { arc, blocks, lathe, lines, moved, type Triangle } from './estimate-shapes.ts'

export type Part = { name: string; small: boolean; triangles: () => Triangle[] }

const tooth = (count: number, depth: number) => (radius: number, angle: number) =>
  radius + depth * Math.max(-1, Math.min(1, 2.2 * Math.sin(count * angle)))

/** Returns a cylinder or tube with straight walls. */
const tube = (outer: number, inner: number, height: number, segments: number) =>
  lathe(
    inner === 0
      ? [
          [0, 0],
          [outer, 0],
          [outer, height],
          [0, height],
        ]
      : [
          [inner, 0],
          [outer, 0],
          [outer, height],
          [inner, height],
        ],
    segments,
  )

/** Returns a box that is open at the top. */
const tray = (x: number, y: number, z: number, wall: number, floor: number) =>
  blocks(
    [
      [0, wall, x - wall, x],
      [0, wall, y - wall, y],
      [0, floor, z],
    ],
    (px, py, pz) => pz < floor || px < wall || px > x - wall || py < wall || py > y - wall,
  )

const box = (x: number, y: number, z: number) =>
  blocks(
    [
      [0, x],
      [0, y],
      [0, z],
    ],
    () => true,
  )

/** Returns a vessel: the outer curve up, the inner curve down, and a floor in between. */
function vessel(radius: (z: number) => number, height: number, wall: number, floor: number) {
  const steps = 60
  const up = Array.from({ length: steps + 1 }, (_, i): [number, number] => {
    const z = (height * i) / steps
    return [radius(z), z]
  })
  const down = Array.from({ length: steps + 1 }, (_, i): [number, number] => {
    const z = height - ((height - floor) * i) / steps
    return [radius(z) - wall, z]
  })
  return [[0, 0] as const, ...up, ...down, [0, floor] as const]
}

const letters = [
  '### #   # # ### ###',
  '#   #   # #  #  #  ',
  '##  #   ###  #  ## ',
  '#   #   # #  #  #  ',
  '### ### # #  #  #  ',
]

function textSlab(stroke: number, plate: number, relief: number): Triangle[] {
  const [columns, rows] = [letters[0]?.length ?? 0, letters.length]
  const ink = (x: number, y: number) =>
    letters[rows - Math.floor(y / stroke)]?.[Math.floor(x / stroke) - 1] === '#'
  return blocks(
    [
      lines((columns + 2) * stroke, columns + 2),
      lines((rows + 2) * stroke, rows + 2),
      [0, plate, plate + relief],
    ],
    (x, y, z) => z < plate || ink(x, y),
  )
}

/** Returns a plate with square windows. */
const lattice = (cells: number, pitch: number, bar: number, height: number) => {
  const xs = Array.from({ length: cells + 1 }, (_, i) => [i * pitch, i * pitch + bar]).flat()
  return blocks([xs, xs, [0, height]], (x, y) => x % pitch < bar || y % pitch < bar)
}

const stairs = blocks([lines(60, 12), [0, 30], lines(36, 12)], (x, _, z) => z / 3 < x / 5 + 0.01)

const bracket = blocks(
  [
    [0, 4, 12, 18, 26, 32, 40],
    [0, 8, 14, 26, 32, 40],
    [0, 4, 12, 18, 26, 32, 50],
  ],
  (x, y, z) => {
    const hole = (a: number, b: number) => b > 8 && b < 32 && (b < 14 || b > 26) && a > 12 && a < 18
    if (z < 4) return !hole(x, y)
    return x < 4 && !hole(z, y)
  },
)

const sheared = (slope: number, x: number, y: number, z: number) =>
  moved(box(x, y, z), ([px, py, pz]) => [px + slope * pz, py, pz])

const table = blocks(
  [
    [0, 6, 54, 60],
    [0, 6, 34, 40],
    [0, 30, 34],
  ],
  (x, y, z) => z > 30 || ((x < 6 || x > 54) && (y < 6 || y > 34)),
)

const ribbed = blocks(
  [
    [0, 2, 24, 26, 50, 52, 76, 78],
    [0, 2, 20, 22, 48, 50],
    [0, 2.4, 18],
  ],
  (x, y, z) =>
    z < 2.4 ||
    [0, 24, 50, 76].some((r) => x > r && x < r + 2) ||
    y < 2 ||
    y > 48 ||
    (y > 20 && y < 22),
)

const terrain = moved(
  blocks([lines(80, 60), lines(60, 45), [0, 10]], () => true),
  ([x, y, z]) => [x, y, z === 0 ? 0 : z + 3.5 * Math.sin(x / 7) * Math.cos(y / 9) + 0.06 * x],
)

const ball = (radius: number, cut: number, segments: number) => {
  const from = (-Math.acos(cut) * 180) / Math.PI
  const curve = arc([0, radius * Math.sin((-from * Math.PI) / 180)], radius, from, 90, segments / 2)
  return lathe([[0, 0], ...curve.map(([r, z]): [number, number] => [r, Math.max(0, z)])], segments)
}

const wave = (z: number) => 24 + 7 * Math.sin(z / 17)

export const parts: readonly Part[] = [
  { name: 'cube 20', small: true, triangles: () => box(20, 20, 20) },
  { name: 'box 100x60x40', small: true, triangles: () => box(100, 60, 40) },
  { name: 'box 200x150x60', small: false, triangles: () => box(200, 150, 60) },
  { name: 'block 12x8x30', small: true, triangles: () => box(12, 8, 30) },
  { name: 'plate 100x100x2', small: true, triangles: () => box(100, 100, 2) },
  { name: 'plate 60x40x5', small: false, triangles: () => box(60, 40, 5) },
  { name: 'tray, 2 mm wall', small: true, triangles: () => tray(80, 60, 40, 2, 2) },
  { name: 'tray, 1.2 mm wall', small: true, triangles: () => tray(60, 50, 25, 1.2, 1.2) },
  { name: 'tray, 3 mm wall', small: false, triangles: () => tray(120, 80, 30, 3, 2.4) },
  { name: 'case with ribs', small: false, triangles: () => ribbed },
  { name: 'tube 40-34', small: true, triangles: () => tube(20, 17, 40, 96) },
  { name: 'tube 30-28', small: false, triangles: () => tube(15, 14, 60, 96) },
  { name: 'ring 60-40', small: false, triangles: () => tube(30, 20, 12, 120) },
  { name: 'rod 8', small: false, triangles: () => tube(4, 0, 60, 48) },
  { name: 'disc 80x6', small: false, triangles: () => tube(40, 0, 6, 120) },
  { name: 'hex prism 30', small: false, triangles: () => tube(17, 0, 15, 6) },
  {
    name: 'gear 24 teeth',
    small: true,
    triangles: () =>
      lathe(
        [
          [4, 0],
          [30, 0],
          [30, 10],
          [4, 10],
        ],
        24 * 16,
        (r, _, a) => ({
          radius: r > 10 ? tooth(24, 2)(r, a) : r,
        }),
      ),
  },
  {
    name: 'helical gear 14 teeth',
    small: false,
    triangles: () =>
      lathe(
        [[3, 0], ...[0, 2, 4, 6, 8].map((z): [number, number] => [12, z]), [3, 8]],
        14 * 16,
        (r, z, a) => ({ radius: r > 10 ? tooth(14, 1.3)(r, a) : r, turn: 0.04 * z }),
      ),
  },
  { name: 'L bracket with holes', small: true, triangles: () => bracket },
  { name: 'stairs', small: true, triangles: () => stairs },
  { name: 'table', small: false, triangles: () => table },
  { name: 'lattice plate', small: false, triangles: () => lattice(8, 10, 2.4, 5) },
  { name: 'text slab', small: true, triangles: () => textSlab(2.5, 2, 1.2) },
  { name: 'letters 6 mm', small: false, triangles: () => textSlab(4, 3, 6) },
  { name: 'sphere 30', small: true, triangles: () => ball(15, 0.8, 96) },
  { name: 'sphere 80', small: false, triangles: () => ball(40, 0.9, 128) },
  { name: 'torus', small: false, triangles: () => torus() },
  {
    name: 'cone',
    small: true,
    triangles: () =>
      lathe(
        [
          [0, 0],
          [25, 0],
          [0, 50],
        ],
        96,
      ),
  },
  {
    name: 'flat cone',
    small: false,
    triangles: () =>
      lathe(
        [
          [0, 0],
          [35, 0],
          [35, 2],
          [0, 10],
        ],
        96,
      ),
  },
  {
    name: 'pyramid',
    small: false,
    triangles: () =>
      lathe(
        [
          [0, 0],
          [35, 0],
          [0, 30],
        ],
        4,
      ),
  },
  { name: 'leaning block', small: false, triangles: () => sheared(0.8, 25, 20, 40) },
  {
    name: 'wavy vase, 1.2 mm wall',
    small: false,
    triangles: () => lathe(vessel(wave, 80, 1.2, 2), 128, waved(14, 1.5)),
  },
  {
    name: 'pot, 2.4 mm wall',
    small: true,
    triangles: () =>
      lathe(
        vessel((z) => 25 + z / 6, 60, 2.4, 3),
        96,
      ),
  },
  {
    name: 'bowl',
    small: false,
    triangles: () =>
      lathe(
        vessel((z) => 20 + 30 * Math.sqrt(z / 40), 40, 3, 3),
        120,
      ),
  },
  {
    name: 'twisted column',
    small: false,
    triangles: () =>
      lathe(
        [[0, 0], ...lines(70, 50).map((z): [number, number] => [18, z]), [0, 70]],
        120,
        (r, z, a) => ({
          radius: r + 3 * Math.cos(5 * a),
          turn: z / 40,
        }),
      ),
  },
  {
    name: 'knob',
    small: false,
    triangles: () =>
      lathe([[0, 0], [8, 0], [8, 8], [18, 14], ...arc([14, 22], 4, 0, 90, 12), [0, 28]], 96),
  },
  {
    name: 'blob',
    small: true,
    triangles: () =>
      lathe([[0, 0], ...arc([0, 22], 25, -60, 90, 60)], 128, (r, z, a) => ({
        radius: r * (1 + 0.12 * Math.sin(3 * a + z / 9) * Math.sin(z / 11)),
      })),
  },
  { name: 'terrain', small: false, triangles: () => terrain },
  {
    name: 'star prism',
    small: false,
    triangles: () =>
      lathe(
        [
          [0, 0],
          [20, 0],
          [20, 12],
          [0, 12],
        ],
        10,
        (r, _, a) => ({
          radius: Math.round((a * 10) / (2 * Math.PI)) % 2 === 0 ? r : r * 0.45,
        }),
      ),
  },
]

function waved(count: number, depth: number) {
  return (radius: number, _: number, angle: number) => ({
    radius: radius + depth * Math.sin(count * angle),
  })
}

/** Returns a lying torus whose underside is cut off so that it stands. */
function torus(): Triangle[] {
  const curve = arc([30, 8], 9, -62.7, 242.7, 48)
  return lathe(curve, 128)
}
