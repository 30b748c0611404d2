// Overhanging models to which no constant of the supports was fitted, from families that
// support-parts.ts does not contain. To tune with one of these models, first move it to that file
// and write another model in its place.
import { arc, blocks, lathe, lines, type Triangle } from './estimate-shapes.ts'
import type { Overhang, Pose } from './support-parts.ts'
import { at, ball, box, extruded, rod, standing, turned } from './support-shapes.ts'

const goblet = lathe(
  [
    [0, 0],
    [13, 0],
    [13, 2],
    [3, 4],
    [2.5, 18],
    [9, 22],
    [14, 30],
    [15, 42],
    [13, 42],
    [12, 31],
    [7, 24],
    [0, 23],
  ],
  60,
)

const umbrella = [
  ...lathe(
    [
      [0, 0],
      [3, 0],
      [3, 32],
      [0, 32],
    ],
    24,
  ),
  ...at(
    lathe(
      [
        [0, 6],
        [2.9, 5.6],
        [21, 0],
        [22, 1.5],
        [3, 8],
        [0, 9],
      ],
      60,
    ),
    0,
    0,
    24,
  ),
]

const viaduct = blocks(
  [[0, 6, 18, 24, 36, 42, 54, 60].map((x) => x * 0.9), [0, 12], [0, 16, 20]],
  (x, _, z) => z > 16 || (x / 0.9) % 18 < 6,
)

const snowman = [
  ...ball(11, [0, 0, 9], 40),
  ...ball(8, [0, 0, 24], 36),
  ...ball(5.5, [0, 0, 35], 30),
  ...rod([6, 0, 26], [19, 0, 32], 1.6),
]

const bone = turned(
  [
    ...ball(5, [-16, 4, 0], 24),
    ...ball(5, [-16, -4, 0], 24),
    ...ball(5, [16, 4, 0], 24),
    ...ball(5, [16, -4, 0], 24),
    ...rod([-16, 0, 0], [16, 0, 0], 3.5),
  ],
  25,
  15,
)

const house = [
  ...box([0, 26], [0, 20], [0, 18]),
  ...extruded(
    [
      [-5, 17],
      [31, 17],
      [31, 19],
      [13, 30],
      [-5, 19],
    ],
    [13, 20],
    20,
  ),
]

const cupWithHandle = [
  ...lathe(
    [
      [0, 0],
      [13, 0],
      [13, 30],
      [11, 30],
      [11, 2],
      [0, 2],
    ],
    60,
  ),
  ...box([12, 22], [-2.5, 2.5], [22, 26]),
  ...box([12, 22], [-2.5, 2.5], [5, 9]),
  ...box([19, 22], [-2.5, 2.5], [9, 22]),
]

const crane = [
  ...box([-7, 7], [-7, 7], [0, 3]),
  ...box([-3, 3], [-3, 3], [3, 38]),
  ...box([-12, 34], [-2.5, 2.5], [36, 40]),
  ...box([28, 31], [-2, 2], [30, 36]),
]

const lamp = [
  ...lathe(
    [
      [0, 0],
      [11, 0],
      [11, 3],
      [0, 3],
    ],
    40,
  ),
  ...rod([0, 0, 2], [12, 0, 30], 2.5),
  ...rod([12, 0, 30], [-6, 0, 40], 2.5),
  ...ball(6.5, [-7, 0, 38], 30),
]

const plane = [
  ...rod([0, -22, 8], [0, 22, 8], 4, 2.5),
  ...box([-24, 24], [-4, 6], [7, 9]),
  ...box([-9, 9], [17, 21], [8, 9.6]),
  ...box([-0.9, 0.9], [16, 21], [8, 17]),
]

const wheel = turned(
  [
    ...lathe(
      [
        [15, -3],
        [18, -3],
        [18, 3],
        [15, 3],
      ],
      60,
    ),
    ...lathe(
      [
        [0, -3],
        [4, -3],
        [4, 3],
        [0, 3],
      ],
      30,
    ),
    ...[0, 60, 120].flatMap((angle) => turned(box([-16, 16], [-1.5, 1.5], [-2, 2]), 0, 0, angle)),
  ],
  90,
)

const gear = lathe(
  [
    [4, 0],
    [16, 0],
    [16, 8],
    [4, 8],
  ],
  96,
  (radius, _, angle) => ({
    radius:
      radius === 16 ? 16 + 1.8 * Math.max(-1, Math.min(1, 2.2 * Math.sin(16 * angle))) : radius,
  }),
)

const flange = lathe(
  [
    [4, 0],
    [8, 0],
    [8, 14],
    [18, 14],
    [18, 18],
    [4, 18],
  ],
  60,
)

const spiral = Array.from({ length: 14 }, (_, i) =>
  turned(box([0, 16], [-3.2, 3.2], [2 * i, 2 * i + 2.5]), 0, 0, 26 * i),
).flat()

const stems = [
  ...box([-15, 15], [-9, 9], [0, 2]),
  ...[-10, 0, 10].flatMap((x, i) => [
    ...rod([x, 0, 1], [x, 0, 12 + 5 * i], 1.8),
    ...ball(4.5 + i, [x, 0, 15 + 5 * i], 28),
  ]),
]

const bird = [
  ...lathe(
    [
      [0, 0],
      [6, 0],
      [9, 5],
      [9.5, 12],
      [6, 19],
      [0, 22],
    ],
    40,
  ),
  ...turned(box([-22, 22], [-5, 5], [-1, 1]), 8),
].map((t) => t)

const wave = lathe(
  [[0, 0], ...lines(36, 36).map((z): [number, number] => [11 + 5 * Math.sin(z / 3.4), z]), [0, 36]],
  72,
)

const saddle = blocks([lines(40, 20), lines(30, 15), lines(24, 24)], (x, y, z) => {
  const floor = 0.028 * (x - 20) ** 2 - 0.02 * (y - 15) ** 2 + 9
  return z < 2 ? Math.abs(x - 20) < 7 : z > Math.max(0, floor - 3) && z < floor + 3
})

const channel = standing(['########', '########', '##    ##', '##    ##', '##    ##'], 4, 40)

const tray = blocks(
  [
    [0, 2, 38, 40],
    [0, 2, 26, 28],
    [0, 2, 14],
  ],
  (x, y, z) => z < 2 || x < 2 || x > 38 || y < 2 || y > 26,
)

const dumper = [
  ...box([-12, 12], [-9, 9], [0, 4]),
  ...box([-4, 4], [-4, 4], [4, 16]),
  ...turned(box([-20, 20], [-12, 12], [0, 5]), 0, 18).map(
    (t) => t.map(([x, y, z]) => [x, y, z + 18]) as unknown as Triangle,
  ),
]

const hexagonal = extruded(
  Array.from({ length: 6 }, (_, i): [number, number] => [
    15 * Math.cos((i * Math.PI) / 3),
    15 * Math.sin((i * Math.PI) / 3),
  ]),
  [0, 0],
  26,
)

const egg = lathe(
  [
    [0, 0],
    ...arc([0, 20], 14, -87, 90, 40).map(([r, z]): [number, number] => [
      r,
      z + (z > 20 ? 0.35 * (z - 20) : 0),
    ]),
  ],
  60,
)

const pipe = [
  ...rod([0, 0, 0], [0, 0, 26], 5),
  ...ball(5, [0, 0, 26], 24),
  ...rod([0, 0, 26], [24, 0, 26], 5),
  ...rod([24, 0, 26], [34, 0, 26], 8),
]

const stool = [
  ...lathe(
    [
      [0, 20],
      [17, 20],
      [17, 23],
      [0, 23],
    ],
    60,
  ),
  ...[0, 120, 240].flatMap((angle) => {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    return rod([15 * c, 15 * s, 0], [9 * c, 9 * s, 21], 2)
  }),
]

const bench = [
  ...box([0, 50], [0, 14], [12, 15]),
  ...box([6, 10], [2, 12], [0, 12]),
  ...box([40, 44], [2, 12], [0, 12]),
]

const desk = [
  ...box([0, 46], [0, 22], [20, 23]),
  ...box([2, 5], [1, 21], [0, 20.5]),
  ...box([41, 44], [1, 21], [0, 20.5]),
  ...box([4, 42], [18, 20], [10, 20.5]),
]

const pegRack = [
  ...box([0, 44], [0, 4], [0, 30]),
  ...[8, 18, 28, 38].flatMap((x, i) => rod([x, 3, 12 + 4 * i], [x, 20, 14 + 4 * i], 2.2)),
]

const pagoda = lathe(
  [
    [0, 0],
    [10, 0],
    [8, 10],
    [16, 11],
    [7, 15],
    [6, 22],
    [12, 23],
    [4, 27],
    [3, 32],
    [8, 33],
    [0, 40],
  ],
  48,
)

const pawn = lathe(
  [[0, 0], [9, 0], [9, 3], [4, 8], [3, 18], [6, 19.5], [3.2, 21], ...arc([0, 25], 5, -48, 90, 20)],
  48,
)

const spindle = lathe(
  [
    [0, 0],
    [4, 0],
    [9, 12],
    [9, 16],
    [5, 30],
    [5, 34],
    [0, 34],
  ],
  48,
)

export const heldOutOverhangs: readonly Overhang[] = [
  { name: 'held: desk', triangles: () => desk },
  { name: 'held: peg rack', triangles: () => pegRack },
  { name: 'held: pagoda', triangles: () => pagoda },
  { name: 'held: pawn, lying', triangles: () => turned(pawn, 90, 10) },
  { name: 'held: spindle, leaning', triangles: () => turned(spindle, 38, 0, 15) },
  { name: 'held: goblet', triangles: () => goblet },
  { name: 'held: umbrella', triangles: () => umbrella },
  { name: 'held: viaduct', triangles: () => viaduct },
  { name: 'held: snowman', triangles: () => snowman },
  { name: 'held: bone', triangles: () => bone },
  { name: 'held: house', triangles: () => house },
  { name: 'held: cup with a handle', triangles: () => cupWithHandle },
  { name: 'held: crane', triangles: () => crane },
  { name: 'held: lamp', triangles: () => lamp },
  { name: 'held: plane', triangles: () => plane },
  { name: 'held: wheel, upright', triangles: () => wheel },
  { name: 'held: gear, leaning', triangles: () => turned(gear, 60, 10) },
  { name: 'held: flange', triangles: () => flange },
  { name: 'held: flange, on edge', triangles: () => turned(flange, 90, 15) },
  { name: 'held: spiral stairs', triangles: () => spiral },
  { name: 'held: balls on stems', triangles: () => stems },
  { name: 'held: bird', triangles: () => bird },
  { name: 'held: wavy pillar', triangles: () => wave },
  { name: 'held: saddle', triangles: () => saddle },
  { name: 'held: channel', triangles: () => channel },
  { name: 'held: tray, upside down', triangles: () => turned(tray, 180) },
  { name: 'held: tray, on edge', triangles: () => turned(tray, 90, 0, 20) },
  { name: 'held: tray, leaning', triangles: () => turned(tray, 130, 15) },
  { name: 'held: dumper', triangles: () => dumper },
  { name: 'held: hexagonal bar, lying', triangles: () => hexagonal },
  { name: 'held: hexagonal bar, leaning', triangles: () => turned(hexagonal, 40, 0, 10) },
  { name: 'held: egg', triangles: () => egg },
  { name: 'held: pipe', triangles: () => pipe },
  { name: 'held: stool', triangles: () => stool },
  { name: 'held: park bench', triangles: () => bench },
  {
    name: 'held: letters E, P and Y',
    triangles: () => [
      ...standing(['###', '#  ', '###', '#  ', '###'], 6, 6),
      ...at(standing(['###', '# #', '###', '#  ', '#  '], 6, 6), 24, 0),
      ...at(standing(['# #', '# #', '###', ' # ', ' # '], 6, 6), 48, 0),
    ],
  },
]

export const heldOutPoses: readonly Pose[] = [
  { file: 'Vase.stl', turn: [90, 0, 0], sizeMm: 45 },
  { file: 'fox_ascii.stl', turn: [0, 0, 0], sizeMm: 50 },
  { file: 'fox_ascii.stl', turn: [100, 20, 0], sizeMm: 45 },
  { file: 'scallop.glb', turn: [70, 0, 30], sizeMm: 45 },
  { file: 'cube_gears.3mf', turn: [0, 0, 0], sizeMm: 45 },
  { file: 'box_prod.3mf', turn: [90, 0, 0], sizeMm: 45 },
  { file: '20mm-xyz-cube.stl', turn: [50, 20, 0], sizeMm: 30 },
  { file: 'ShapeCollection.glb', turn: [0, 0, 0], sizeMm: 60 },
  { file: 'trellis_T.glb', turn: [0, 0, 0], sizeMm: 45 },
  { file: 'trellis_T.glb', turn: [180, 0, 0], sizeMm: 45 },
  { file: 'moon.glb', turn: [0, 0, 0], sizeMm: 35 },
  { file: 'dodeca_chain_loop.3mf', turn: [90, 0, 0], sizeMm: 50 },
]
