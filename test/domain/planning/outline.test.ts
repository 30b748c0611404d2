// Outlines of silhouettes in drawings of plates, compared with shapes whose corners are known.
import { expect, test } from 'bun:test'
import { type Corner, outlinesOf } from '../../../server/domain/planning/arrange/outline.ts'
import { boxSilhouette } from '../../../server/domain/planning/arrange/silhouette.ts'
import { silhouetteOf } from '../../../testing/models/silhouettes.ts'

/** Returns twice the area, positive when the corners run counterclockwise. */
const areaOf = (outline: readonly Corner[]): number =>
  outline.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = outline[(at + 1) % outline.length] ?? [x, y]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

/** Returns the corners, starting with the lowest and then leftmost one. */
const sorted = (outline: readonly Corner[]) => outline.toSorted(([x, y], [a, b]) => y - b || x - a)

test('a box has four corners, at its sides rather than those of its cells', () => {
  const [outline = [], ...others] = outlinesOf(boxSilhouette(20.4, 10.6))
  expect(others).toEqual([])
  expect(sorted(outline)).toEqual([
    [0, 0],
    [20.4, 0],
    [0, 10.6],
    [20.4, 10.6],
  ])
})

test('an L has six corners', () => {
  const [outline = []] = outlinesOf(silhouetteOf(40, 30, (x, y) => x < 10 || y < 5))
  expect(sorted(outline)).toEqual([
    [0, 0],
    [40, 0],
    [10, 5],
    [40, 5],
    [0, 30],
    [10, 30],
  ])
})

test('a hole is a separate outline, in the other direction', () => {
  const frame = silhouetteOf(30, 30, (x, y) => x < 5 || x > 25 || y < 5 || y > 25)
  const areas = outlinesOf(frame).map(areaOf)
  expect(areas.toSorted((a, b) => a - b)).toEqual([-400, 900])
})

test('cells that touch only at a corner belong to one body or two, and none is lost', () => {
  const two = silhouetteOf(20, 20, (x, y) => x < 10 === y < 10)
  const areas = outlinesOf(two).map(areaOf)
  expect(areas.reduce((sum, area) => sum + area, 0)).toBe(200)
})

test('a slanted edge is a line at most one cell away from the part', () => {
  const [outline = []] = outlinesOf(silhouetteOf(60, 60, (x, y) => x + y < 60))
  expect(outline.length).toBeLessThan(8)
  // Half of the square; each of the 85 mm of the slanted edge may deviate by a cell.
  expect(Math.abs(areaOf(outline) - 1800)).toBeLessThan(85)
})

test('a circle keeps its shape', () => {
  const [outline = []] = outlinesOf(
    silhouetteOf(100, 100, (x, y) => Math.hypot(x - 50, y - 50) < 50),
  )
  for (const [x, y] of outline) expect(Math.abs(Math.hypot(x - 50, y - 50) - 50)).toBeLessThan(1.5)
  expect(outline.length).toBeGreaterThan(12)
  expect(outline.length).toBeLessThan(80)
})
