// The cases of the geometry bench: generated meshes, their expected results, and the operations.

/** An operation that a peer may support. */
export type Operation =
  /** Reads a binary STL from disk into distinct vertices and indices. */
  | 'load-weld'
  /**
   * `load-weld` plus volume, bounding box, open edges and parts, as far as the peer reports them.
   */
  | 'load-weld-measure'
  /**
   * Loads, welds, closes holes, makes the winding consistent, runs five Taubin pairs, and writes
   * STL.
   */
  | 'repair'
  /** Loads, and hollows out with a wall of 2 mm at a step of 0.5 mm. */
  | 'hollow'

/** Result of a run. Fields that the peer does not report are absent. */
export type OperationResult = {
  readonly vertices?: number
  readonly triangles?: number
  readonly volumeMm3?: number
  readonly boundaryEdges?: number
  /** Minimum and maximum distance of the cavity's vertices from the outer surface, mm. */
  readonly wallMm?: readonly [number, number]
  readonly nonManifoldEdges?: number
  /** Path of a hollow body, for the independent check of its walls. */
  readonly solid?: string
}

export type Case = {
  readonly name: string
  readonly operation: Operation
  readonly model: ModelName
  readonly triangles: number
  /** Aim: the minimum ratio of the peer's CPU time to ours. Applies only to the large size. */
  readonly aim?: { readonly peer: string; readonly ratio: number }
  /** Aim: the maximum ratio of our CPU time to our time in another case. */
  readonly atMost?: { readonly case: string; readonly ratio: number }
}

export type ModelName = 'closed' | 'open' | 'shuffled' | 'shells'

const measuring = 'load, weld and measure'

const large = { rings: 746, segments: 747 }
const small = { rings: 190, segments: 186 }

export const sizes = { s: small, l: large } as const
export type Size = keyof typeof sizes

/** Detail of one of many shells. */
const shell = { rings: 17, segments: 17 }
const shellCounts = { s: 128, l: 2048 } as const

const trianglesIn = ({ rings, segments }: { rings: number; segments: number }) =>
  2 * segments * (rings - 1)

export const trianglesOf = (size: Size): number => trianglesIn(sizes[size])

export const cases = (size: Size): Case[] => [
  { name: 'load and weld', operation: 'load-weld', model: 'closed', triangles: trianglesOf(size) },
  {
    name: measuring,
    operation: 'load-weld-measure',
    model: 'closed',
    triangles: trianglesOf(size),
    ...(size === 'l' && { aim: { peer: 'admesh --exact', ratio: 3 } }),
  },
  {
    name: `${measuring}: triangles in random order`,
    operation: 'load-weld-measure',
    model: 'shuffled',
    triangles: trianglesOf(size),
    ...(size === 'l' && { atMost: { case: measuring, ratio: 2 } }),
  },
  {
    name: `${measuring}: many shells`,
    operation: 'load-weld-measure',
    model: 'shells',
    triangles: trianglesIn(shell) * shellCounts[size],
  },
  {
    name: 'repair: load, weld, close holes, winding, five Taubin pairs, write STL',
    operation: 'repair',
    model: 'open',
    triangles: trianglesOf(size) - openModelHoles.length,
    ...(size === 'l' && { aim: { peer: 'pymeshlab', ratio: 10 } }),
  },
  {
    name: 'hollow out by 2 mm in steps of 0.5 mm',
    operation: 'hollow',
    model: 'closed',
    triangles: trianglesOf(size),
    ...(size === 'l' && { aim: { peer: 'meshlib', ratio: 5 } }),
  },
]

/**
 * Triangles that are missing from the open model, by row and column: five separate holes of one
 * triangle.
 */
export const openModelHoles = [
  [20, 20],
  [40, 90],
  [70, 10],
  [100, 150],
  [150, 50],
] as const

const radiusMm = 50

type Expected = Required<Omit<OperationResult, 'wallMm' | 'nonManifoldEdges' | 'solid'>>

export type Model = {
  readonly bytes: Uint8Array
  readonly expected: Expected
}

/**
 * Returns a bumpy sphere as binary STL without equal facets. Its volume is summed from the stored
 * corners.
 */
export function bumpySphere(
  { rings, segments }: { rings: number; segments: number },
  holes: readonly (readonly [number, number])[] = [],
): Model {
  const triangles = 2 * segments * (rings - 1) - holes.length
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles))
  view.setUint32(80, triangles, true)
  const missing = new Set(holes.map(([r, s]) => r * segments + s))
  const ring = Array.from({ length: rings + 1 }, (_, r) => (Math.PI * r) / rings)
  const point = (r: number, s: number): [number, number, number] => {
    const polar = ring[r] ?? 0
    const turn = (2 * Math.PI * (s % segments)) / segments
    const pole = r === 0 || r === rings
    const radius = pole ? radiusMm : radiusMm * bump(polar, turn)
    const flat = pole ? 0 : radius * Math.sin(polar)
    return [flat * Math.cos(turn), flat * Math.sin(turn), -radius * Math.cos(polar)]
  }
  let at = 84
  let six = 0
  const facet = (...corners: [number, number][]) => {
    const [a, b, c] = corners.map(([r, s]) => point(r, s).map(single))
    six += determinant(a, b, c)
    let to = at + 12
    for (const value of [a, b, c].flat()) {
      view.setFloat32(to, value ?? 0, true)
      to += 4
    }
    at += 50
  }
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < segments; s++) {
      // At the poles, two of the four corners coincide.
      if (r > 0 && !missing.has(r * segments + s)) facet([r, s], [r, s + 1], [r + 1, s + 1])
      if (r < rings - 1) facet([r, s], [r + 1, s + 1], [r + 1, s])
    }
  }
  const expected = {
    vertices: (rings - 1) * segments + 2,
    triangles,
    volumeMm3: six / 6,
    boundaryEdges: 3 * holes.length,
  }
  return { bytes: new Uint8Array(view.buffer), expected }
}

/** Returns all models of a size. */
export function modelsOf(size: Size): Readonly<Record<ModelName, Model>> {
  const closed = bumpySphere(sizes[size])
  return {
    closed,
    open: bumpySphere(sizes[size], openModelHoles),
    shuffled: { ...closed, bytes: shuffled(closed.bytes) },
    shells: manyShells(shellCounts[size]),
  }
}

const headBytes = 84
const facetBytes = 50

/** Returns the same triangles in a different, reproducible order. */
function shuffled(stl: Uint8Array): Uint8Array {
  const bytes = stl.slice()
  const facet = (index: number) =>
    bytes.subarray(headBytes + facetBytes * index, headBytes + facetBytes * (index + 1))
  const random = numbers()
  for (let last = (bytes.length - headBytes) / facetBytes - 1; last > 0; last--) {
    const [one, other] = [facet(last), facet(Math.floor(random() * (last + 1)))]
    const kept = one.slice()
    one.set(other)
    other.set(kept)
  }
  return bytes
}

/** Returns numbers from 0 to 1: a linear congruential generator (Numerical Recipes). */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns bumpy spheres next to each other in a plane. */
function manyShells(count: number): Model {
  const { bytes: one, expected } = bumpySphere(shell)
  const body = one.subarray(headBytes)
  const bytes = new Uint8Array(headBytes + count * body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count * expected.triangles, true)
  const side = Math.ceil(Math.sqrt(count))
  for (let index = 0; index < count; index++) {
    const start = headBytes + index * body.length
    bytes.set(body, start)
    const moved = [128 * (index % side), 128 * Math.floor(index / side)]
    for (let at = start + 12; at < start + body.length; at += facetBytes) {
      for (let corner = at; corner < at + 36; corner += 12) {
        for (const [axis, by] of moved.entries()) {
          const place = corner + 4 * axis
          view.setFloat32(place, single(view.getFloat32(place, true) + by), true)
        }
      }
    }
  }
  const times = (value: number) => count * value
  return {
    bytes,
    expected: {
      vertices: times(expected.vertices),
      triangles: times(expected.triangles),
      volumeMm3: times(expected.volumeMm3),
      boundaryEdges: 0,
    },
  }
}

/** Rounds as in the file. -0 becomes 0, because admesh distinguishes the two. */
const single = (value: number): number => Math.fround(value) + 0

/** Returns a factor between 0.98 and 1.02 that is 1 on average over the sphere, to first order. */
function bump(polar: number, turn: number): number {
  return 1 + 0.02 * Math.sin(7 * polar) * Math.sin(11 * turn)
}

function determinant(
  [ax = 0, ay = 0, az = 0]: number[] = [],
  [bx = 0, by = 0, bz = 0]: number[] = [],
  [cx = 0, cy = 0, cz = 0]: number[] = [],
): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

/** Returns why a result is wrong; `undefined` when all reported values are correct. */
export function errorIn(operation: Operation, result: OperationResult, expected: Expected) {
  if (operation === 'hollow') return wallError(result)
  const repaired = operation === 'repair'
  const want = repaired
    ? { boundaryEdges: 0, triangles: expected.triangles + expected.boundaryEdges / 3 }
    : expected
  for (const [name, value] of Object.entries(want)) {
    const found = result[name as keyof Expected]
    if (found === undefined) continue
    const tolerance = name === 'volumeMm3' ? 1e-5 * value : 0
    if (!(Math.abs(found - value) <= tolerance)) return `${name} is ${found}, not ${value}`
  }
  return Object.keys(result).length === 0 ? 'it reports no value that can be checked' : undefined
}

const wallThicknessMm = 2

/**
 * Checks walls within 5 %, and that every edge has exactly two triangles. An independent tool
 * measures both.
 */
function wallError({ wallMm, boundaryEdges, nonManifoldEdges, triangles }: OperationResult) {
  // The result is a peer's, or the independent tool is missing.
  if (wallMm === undefined) return triangles === 0 ? 'there is no cavity' : undefined
  const [min, max] = wallMm
  if (!(min >= 0.95 * wallThicknessMm && max <= 1.05 * wallThicknessMm)) {
    return `walls of ${min} to ${max} mm`
  }
  const badEdges = (boundaryEdges ?? 0) + (nonManifoldEdges ?? 0)
  return badEdges > 0 ? `${badEdges} edges are not shared by exactly two triangles` : undefined
}
