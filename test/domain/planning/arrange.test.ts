// Layouts of plates by silhouettes. The check of distances (silhouettes.ts) shares no code with the layout.
import { describe, expect, test } from 'bun:test'
import { type ArrangedCopy, arrange } from '../../../server/domain/planning/arrange/arrange.ts'
import type { PlateBed } from '../../../server/domain/planning/arrange/plate-bed.ts'
import {
  boxSilhouette,
  type Silhouette,
} from '../../../server/domain/planning/arrange/silhouette.ts'
import { cases } from '../../../testing/depth.ts'
import { faultsOf, randomSilhouette, silhouetteOf } from '../../../testing/models/silhouettes.ts'
import { type Random, seededRandom } from '../../../testing/seeded-random.ts'

const rectangle = (widthMm: number, depthMm = widthMm): PlateBed => ({
  widthMm,
  depthMm,
  heightMm: 200,
  shape: 'rectangle',
})
const round = (diameterMm: number): PlateBed => ({
  widthMm: diameterMm,
  depthMm: diameterMm,
  heightMm: 200,
  shape: 'round',
})
const parts = (silhouettes: readonly Silhouette[], copies: (at: number) => number = () => 1) =>
  silhouettes.map((silhouette, at) => ({ id: `part-${at}`, silhouette, copies: copies(at) }))
const places = (copies: readonly ArrangedCopy[] | null) => {
  if (copies === null) throw new Error('the parts should fit')
  return copies
}

const someParts = (random: Random) => {
  const count = 1 + Math.floor(random() * 12)
  const silhouettes = Array.from({ length: count }, () => randomSilhouette(random, 70))
  return parts(silhouettes, () => 1 + Math.floor(random() * 2))
}

test.each([
  ['a rectangular bed', (random: Random) => rectangle(180 + random() * 100, 150 + random() * 100)],
  ['a round bed', (random: Random) => round(180 + random() * 100)],
])('random parts on %s are apart and inside, each copy once', (_, bedOf) => {
  const random = seededRandom(31)
  let placed = 0
  for (let run = 0; run < cases(100); run++) {
    const [bed, wanted] = [bedOf(random), someParts(random)]
    const copies = arrange(bed, wanted)
    if (copies === null) continue
    const byId = new Map(wanted.map(({ id, silhouette }) => [id, silhouette]))
    const silhouetteOfPart = (id: string) => byId.get(id) ?? boxSilhouette(1, 1)
    expect(faultsOf(bed, copies, silhouetteOfPart)).toEqual([])
    const ids = wanted.flatMap(({ id, copies: count }) => Array<string>(count).fill(id))
    expect(copies.map(({ part }) => part).toSorted()).toEqual(ids.toSorted())
    expect(arrange(bed, wanted)).toEqual(copies)
    placed += copies.length
  }
  expect(placed).toBeGreaterThan(cases(100) * 3)
})

describe('fits', () => {
  // 190 mm inside the margins of 200: three of 59 with two gaps of 6 take 189, a fourth does not fit.
  test('as many boxes as fit in rows and columns with 6 mm between them', () => {
    const box = boxSilhouette(59, 59)
    const nine = places(arrange(rectangle(200), [{ id: 'a', silhouette: box, copies: 9 }]))
    expect(new Set(nine.map(({ xMm }) => xMm)).size).toBe(3)
    expect(arrange(rectangle(200), [{ id: 'a', silhouette: box, copies: 10 }])).toBeNull()
  })

  test('a part at most as large as the bed inside its margins', () => {
    const fits = (side: number, bed: PlateBed) =>
      arrange(bed, parts([boxSilhouette(side, 20)])) !== null
    expect(fits(190, rectangle(200))).toBe(true)
    expect(fits(190.5, rectangle(200))).toBe(false)
    // A strip of 20 mm through the middle of a circle of 190 mm: 2 * sqrt(95^2 - 10^2) = 188.9 mm.
    expect(fits(188, round(200))).toBe(true)
    expect(fits(189.5, round(200))).toBe(false)
  })

  test('a part that fits only when it is rotated', () => {
    const [copy] = places(arrange(rectangle(100, 200), parts([boxSilhouette(180, 60)])))
    expect([90, 270]).toContain(copy?.turnDegrees ?? 0)
  })

  test('a part inside the ring of another, although their boxes overlap', () => {
    const ring = silhouetteOf(150, 150, (x, y) => Math.hypot(x - 75, y - 75) > 60)
    const bed = rectangle(162)
    const copies = places(arrange(bed, parts([ring, boxSilhouette(60, 60)])))
    expect(faultsOf(bed, copies, (id) => (id === 'part-0' ? ring : boxSilhouette(60, 60)))).toEqual(
      [],
    )
    expect(arrange(bed, parts([boxSilhouette(150, 150), boxSilhouette(60, 60)]))).toBeNull()
  })

  test('no parts at all', () => {
    expect(arrange(rectangle(200), [])).toEqual([])
  })
})

describe('the check', () => {
  const box = boxSilhouette(20, 10)
  const at = (xMm: number, yMm: number, turnDegrees: 0 | 90 = 0) => ({
    part: 'a',
    xMm,
    yMm,
    turnDegrees,
  })
  const faults = (...copies: readonly ArrangedCopy[]) => faultsOf(rectangle(100), copies, () => box)

  test('finds copies that are too close, and copies outside', () => {
    expect(faults(at(0, 0), at(26, 0))).toEqual([])
    expect(faults(at(0, 0), at(25.9, 0))).toHaveLength(1)
    expect(faults(at(0, 0), at(21, 0, 90))).toEqual([])
    expect(faults(at(0, 0), at(20.9, 0, 90))).toHaveLength(1)
    expect(faults(at(35, 0))).toEqual([])
    expect(faults(at(35.1, 0))).toHaveLength(1)
    expect(faults(at(40, 0, 90))).toEqual([])
  })
})
