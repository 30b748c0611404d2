// Small files that cause much work: nested and repeated parts, overlapping bodies, and random
// surfaces.
import { zipArchive } from '../../testing/models/zip.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Point = readonly [number, number, number]

/**
 * Returns a 3MF of `2 ** doublings` balls of 64 triangles: each object contains the previous one
 * twice. `apart` is the distance of neighbors in diameters: at 1 they touch, below 1 they overlap.
 * `seed` changes only the bytes.
 */
export function nestedBalls({
  doublings,
  apart,
  seed = 0,
}: {
  readonly doublings: number
  readonly apart: number
  readonly seed?: number
}): Bytes {
  const objects = Array.from({ length: doublings }, (_, level) => {
    const shift = [0, 0, 0]
    shift[level % 3] = 2 * apart * 2 ** Math.floor(level / 3)
    const moved = `transform="1 0 0 0 1 0 0 0 1 ${shift.join(' ')}"`
    const below = `objectid="${level + 1}"`
    return `<object id="${level + 2}"><components><component ${below}/><component ${below} ${moved}/></components></object>`
  })
  const { points, triangles } = ball()
  const vertices = points.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
  const faces = triangles.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`)
  const mesh = `<mesh><vertices>${vertices.join('')}</vertices><triangles>${faces.join('')}</triangles></mesh>`
  return model3mf(
    `<object id="1">${mesh}</object>${objects.join('')}`,
    `<item objectid="${doublings + 1}"/><!--${seed}-->`,
  )
}

/** Returns a binary STL of cubes of 5 mm at random places in a box of 25 mm. */
export function overlappingCubes(count: number, seed = 1): Bytes {
  const random = numbersFrom(seed)
  const writer = stlOf(12 * count)
  for (let i = 0; i < count; i++) writer.cube([20 * random(), 20 * random(), 20 * random()], 5)
  return writer.bytes
}

/**
 * Returns a binary STL of random triangles over a few points, so that most edges have many
 * triangles.
 */
export function tangledTriangles(count: number, points: number, seed = 1): Bytes {
  const random = numbersFrom(seed)
  const places = Array.from(
    { length: points },
    () => [30 * random(), 30 * random(), 30 * random()] as const,
  )
  const pick = (): Point => places[Math.floor(points * random())] ?? [0, 0, 0]
  const writer = stlOf(count)
  for (let i = 0; i < count; i++) writer.triangle([pick(), pick(), pick()])
  return writer.bytes
}

/** Returns a cube. Each size is a part that the service has not measured yet. */
export function cubeStl(sizeMm: number): Bytes {
  const writer = stlOf(12)
  writer.cube([0, 0, 0], sizeMm)
  return writer.bytes
}

/** Returns a ball of radius 1 around the origin: two tips and four rings of eight points. */
function ball() {
  const rings = 4
  const around = 8
  const round = (value: number) => Math.round(1000 * value) / 1000
  const points: Point[] = [[0, 0, 1]]
  for (let ring = 1; ring <= rings; ring++) {
    const polar = (Math.PI * ring) / (rings + 1)
    for (let k = 0; k < around; k++) {
      const turn = (2 * Math.PI * k) / around
      const flat = Math.sin(polar)
      points.push([
        round(flat * Math.cos(turn)),
        round(flat * Math.sin(turn)),
        round(Math.cos(polar)),
      ])
    }
  }
  const last = points.push([0, 0, -1]) - 1
  const at = (ring: number, k: number) => 1 + around * ring + (k % around)
  const triangles: Point[] = []
  for (let k = 0; k < around; k++) {
    triangles.push([0, at(0, k), at(0, k + 1)])
    for (let ring = 0; ring + 1 < rings; ring++) {
      triangles.push([at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)])
      triangles.push([at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)])
    }
    triangles.push([last, at(rings - 1, k + 1), at(rings - 1, k)])
  }
  return { points, triangles }
}

function model3mf(resources: string, build: string): Bytes {
  const head = '<?xml version="1.0"?>'
  const core = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02'
  const relation = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return zipArchive([
    {
      name: '_rels/.rels',
      data: `${head}<Relationships xmlns="${relations}"><Relationship Target="/3D/3dmodel.model" Id="r" Type="${relation}"/></Relationships>`,
    },
    {
      name: '3D/3dmodel.model',
      data: `${head}<model unit="millimeter" xmlns="${core}"><resources>${resources}</resources><build>${build}</build></model>`,
    },
  ])
}

function stlOf(count: number) {
  const view = new DataView(new ArrayBuffer(84 + 50 * count))
  view.setUint32(80, count, true)
  let at = 84
  const triangle = (corners: readonly Point[]) => {
    for (const [i, value] of corners.flat().entries()) view.setFloat32(at + 12 + 4 * i, value, true)
    at += 50
  }
  const cube = ([x, y, z]: Point, size: number) => {
    const corner = (n: number): Point => [
      x + (n & 1 ? size : 0),
      y + (n & 2 ? size : 0),
      z + (n & 4 ? size : 0),
    ]
    for (const [a = 0, b = 0, c = 0, d = 0] of sides) {
      triangle([corner(a), corner(b), corner(c)])
      triangle([corner(a), corner(c), corner(d)])
    }
  }
  return { bytes: new Uint8Array(view.buffer), triangle, cube }
}

/** Corners of the sides of a cube, counterclockwise from outside. */
const sides = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const

/** Returns numbers from 0 to 1, which depend only on the seed (Numerical Recipes). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
