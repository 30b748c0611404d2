// The part of the demo's first order: an L-shaped calibration bracket with a gusset, generated as binary STL.

/**
 * Outline in mm, counterclockwise from the outer corner: two legs of 40 mm, 5 mm thick, with a 10 mm gusset between them. Every corner is
 * visible from the first one, so a triangle fan fills it. 425 mm2.
 */
const outline: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  [40, 0],
  [40, 5],
  [15, 5],
  [5, 15],
  [5, 40],
  [0, 40],
]
const heightMm = 20

type Point = readonly [number, number, number]
type Triangle = readonly [Point, Point, Point]

/** Returns the part: 40 x 40 x 20 mm, 8.5 cm3, watertight. The bytes are the same every time. */
export function samplePart(): Uint8Array {
  const triangles = extrude()
  const bytes = new DataView(new ArrayBuffer(84 + 50 * triangles.length))
  new TextEncoder().encodeInto('calibration bracket', new Uint8Array(bytes.buffer, 0, 80))
  bytes.setUint32(80, triangles.length, true)
  for (const [index, corners] of triangles.entries()) {
    // The normal stays zero, because readers compute it from the order of the corners.
    for (const [place, value] of corners.flat().entries()) {
      bytes.setFloat32(84 + 50 * index + 12 + 4 * place, value, true)
    }
  }
  return new Uint8Array(bytes.buffer)
}

function extrude(): readonly Triangle[] {
  const [first, ...rest] = outline
  if (first === undefined) return []
  const caps = pairs(rest).flatMap(([b, c]): Triangle[] => [
    [at(first, 0), at(c, 0), at(b, 0)],
    [at(first, heightMm), at(b, heightMm), at(c, heightMm)],
  ])
  const walls = pairs([...outline, first]).flatMap(([a, b]): Triangle[] => [
    [at(a, 0), at(b, 0), at(b, heightMm)],
    [at(a, 0), at(b, heightMm), at(a, heightMm)],
  ])
  return [...caps, ...walls]
}

const at = ([x, y]: readonly [number, number], z: number): Point => [x, y, z]

/** Pairs each entry with the next one. */
function pairs<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((entry, index) => {
    const next = list[index + 1]
    return next === undefined ? [] : [[entry, next] as const]
  })
}
