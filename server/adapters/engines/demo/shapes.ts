// The sample models: closed, printable bodies with random parameters. Sizes are in mm.
import type { Chance } from './chance.ts'
import { curve, type Profile, refine, revolve } from './revolve.ts'
import type { ParametricSurface, Point } from './surface.ts'

export const shapeNames = ['vase', 'gear', 'figure', 'knot', 'star', 'block'] as const
export type ShapeName = (typeof shapeNames)[number]

export function shape(name: ShapeName, chance: Chance): ParametricSurface {
  return shapes[name](chance)
}

const shapes: Record<ShapeName, (chance: Chance) => ParametricSurface> = {
  vase,
  gear,
  figure,
  knot,
  star,
  block,
}

const turn = 2 * Math.PI

/** Hollow, open on top, with flutes that may twist. */
function vase(chance: Chance): ParametricSurface {
  const height = chance.between(70, 120)
  const base = chance.between(18, 26)
  const belly = chance.between(0.15, 0.55)
  const lip = chance.between(0.05, 0.3)
  const bend = chance.between(0.7, 1.3)
  const flutes = chance.whole(0, 12)
  const depth = flutes < 3 ? 0 : chance.between(0.02, 0.07)
  const twist = chance.between(-1.2, 1.2)
  const wall = 2.8
  const floor = 3.2
  const radius = (part: number) =>
    base * (1 + belly * Math.sin(Math.PI * part ** bend) + lip * part ** 3)
  const outside = curve(44, (part) => [radius(part), height * part])
  const inside = curve(42, (part) => {
    const z = height - (height - floor) * part
    return [radius(z / height) - wall, z]
  })
  const bottom = refine(
    [
      [0, 0],
      [radius(0), 0],
    ],
    6,
  ).slice(0, -1)
  const ground = refine(
    [
      [radius(floor / height) - wall, floor],
      [0, floor],
    ],
    6,
  ).slice(1)
  return revolve({
    profile: [...bottom, ...outside, ...inside, ...ground],
    columns: 84,
    smooth: true,
    swing: (angle, z) => 1 + depth * Math.cos(flutes * angle + (twist * turn * z) / height),
  })
}

/** A spur or helical gear with a bore. */
function gear(chance: Chance): ParametricSurface {
  const teeth = chance.whole(12, 24)
  const pitch = chance.between(26, 42)
  const tooth = (pitch * Math.PI) / teeth / 2.2
  const bore = chance.between(5, pitch * 0.35)
  const height = chance.between(8, 16)
  const helix = chance.pick([0, 0, 0.15, -0.15])
  const [across, up] = [5, 9]
  const rim = (angle: number, z: number) => {
    const wave = 2.4 * Math.cos(teeth * (angle + (helix * z) / height))
    return pitch + tooth * Math.max(-1, Math.min(1, wave))
  }
  const point = (column: number, row: number): Point => {
    const angle = (turn * column) / (teeth * 16)
    // The order around the section: out along the bottom, up the teeth, in along the top, down the bore.
    const side = [across, across + up, 2 * across + up].findIndex((end) => row < end)
    const bottom = (row / across) * 1
    const z = [0, (height * (row - across)) / up, height, height][side] ?? boreHeight(row)
    const out = [bottom, 1, 1 - (row - across - up) / across][side] ?? 0
    const reach = bore + (rim(angle, z) - bore) * out
    return [reach * Math.cos(angle), reach * Math.sin(angle), z]
  }
  const boreHeight = (row: number) => height * (1 - (row - 2 * across - up) / 3)
  return { columns: teeth * 16, rows: 2 * across + up + 3, poles: false, smooth: false, point }
}

/** A piece of a board game: foot, waist, collar, head. */
function figure(chance: Chance): ParametricSurface {
  const foot = chance.between(17, 23)
  const waist = foot * chance.between(0.34, 0.5)
  const head = foot * chance.between(0.5, 0.68)
  const rise = chance.between(34, 58)
  const shoulder = waist * chance.between(1.3, 1.8)
  const facets = chance.pick([0, 0, 6, 8])
  const neck = waist * 0.8
  // Depth at which a ball of this size is as wide as the neck.
  const sunk = Math.sqrt(head * head - neck * neck)
  const top = rise + 9 + sunk + head
  const ballFrom = Math.acos(-sunk / head)
  const outline: Profile = [
    ...refine(
      [
        [0, 0],
        [foot, 0],
        [foot, 5],
        [foot * 0.82, 9],
      ],
      4,
    ),
    ...curve(28, (part) => [
      waist + (foot * 0.74 - waist) * (1 - part) ** 2.4,
      10 + (rise - 10) * part,
    ]),
    ...refine(
      [
        [waist, rise],
        [shoulder, rise + 3],
        [shoulder, rise + 5],
        [neck, rise + 9],
      ],
      2,
    ).slice(1),
    ...curve(30, (part) => {
      const polar = ballFrom * (1 - part)
      return [part === 1 ? 0 : head * Math.sin(polar), top - head + head * Math.cos(polar)]
    }).slice(1),
  ]
  const body = (z: number) => z > 9 && z < rise
  return revolve({
    profile: outline,
    columns: 88,
    smooth: true,
    swing: (angle, z) =>
      facets > 0 && body(z)
        ? 1 + 0.06 * Math.cos(facets * angle) * Math.sin((Math.PI * (z - 9)) / (rise - 9))
        : 1,
  })
}

/** A torus knot. */
function knot(chance: Chance): ParametricSurface {
  const [p, q, thick] = chance.pick<readonly [number, number, number]>([
    [2, 3, 0.2],
    [3, 2, 0.17],
    [2, 5, 0.14],
    [3, 4, 0.13],
  ])
  const size = chance.between(26, 36)
  const tube = size * thick * chance.between(0.85, 1)
  const center = (angle: number): Point => {
    const reach = size * (2 + Math.cos((q / p) * angle)) * 0.5
    return [
      reach * Math.cos(angle),
      reach * Math.sin(angle),
      size * Math.sin((q / p) * angle) * 0.5,
    ]
  }
  const columns = 320
  const point = (column: number, row: number): Point => {
    const angle = (p * turn * column) / columns
    const [here, ahead] = [center(angle), center(angle + 0.01)]
    const along = minus(ahead, here)
    const side = unit(cross(along, plus(ahead, here)))
    const up = unit(cross(side, along))
    const around = (-turn * row) / 20
    const [c, s] = [tube * Math.cos(around), tube * Math.sin(around)]
    return [
      here[0] + c * up[0] + s * side[0],
      here[1] + c * up[1] + s * side[1],
      here[2] + c * up[2] + s * side[2],
    ]
  }
  return { columns, rows: 20, poles: false, smooth: true, point }
}

/** A thick star with rounded arms. */
function star(chance: Chance): ParametricSurface {
  const arms = chance.whole(5, 9)
  const depth = chance.between(0.18, 0.34)
  const radius = chance.between(28, 42)
  const height = chance.between(10, 20)
  return revolve({
    profile: plate(radius, height, 2),
    columns: arms * 24,
    smooth: false,
    swing: (angle) => 1 + depth * Math.cos(arms * angle),
  })
}

/** A box with rounded edges; its footprint varies from round to square. */
function block(chance: Chance): ParametricSurface {
  const radius = chance.between(20, 32)
  const height = chance.between(24, 56)
  const power = chance.between(3, 9)
  const twist = chance.pick([0, 0, 0.4, -0.6])
  return revolve({
    profile: plate(radius, height, chance.between(3, 6)),
    columns: 120,
    smooth: true,
    swing: (angle, z) => {
      const turned = angle + (twist * z) / height
      return (
        (Math.abs(Math.cos(turned)) ** power + Math.abs(Math.sin(turned)) ** power) ** (-1 / power)
      )
    },
  })
}

/** A disc with beveled edges. */
function plate(radius: number, height: number, bevel: number): Profile {
  return refine(
    [
      [0, 0],
      [radius - bevel, 0],
      [radius, bevel],
      [radius, height - bevel],
      [radius - bevel, height],
      [0, height],
    ],
    2.2,
  )
}

const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Point): Point => {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}
