// The server phrases the verdict on a printable part by the findings of the core, in the words of the core when it
// adds nothing.
import { afterAll, expect, test } from 'bun:test'
import { printDetail } from '../../server/domain/printability/print-detail.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  binaryStl,
  box,
  cubeStl,
  inverted,
  type Mesh,
  merge,
  type Vec3,
} from '../../testing/models/meshes.ts'
import { tee, teeStl } from '../../testing/models/overhangs.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())

/** A prism with one edge on the Z axis, in the direction of `turn` (0 to 1). */
function wedge(turn: number): Mesh {
  const at = (part: number): [number, number] => {
    const angle = 2 * Math.PI * (turn + part)
    return [20 * Math.cos(angle), 20 * Math.sin(angle)]
  }
  const [ax, ay] = at(0)
  const [bx, by] = at(0.01)
  const corners = (z: number): Vec3[] => [
    [0, 0, z],
    [ax, ay, z],
    [bx, by, z],
  ]
  return {
    positions: [...corners(0), ...corners(20)],
    triangles: [
      [0, 2, 1],
      [3, 4, 5],
      [0, 1, 4],
      [0, 4, 3],
      [1, 2, 5],
      [1, 5, 4],
      [2, 0, 3],
      [2, 3, 5],
    ],
  }
}

const fan = binaryStl(merge(...Array.from({ length: 40 }, (_, index) => wedge(index / 40))))

test.each([
  ['sound', cubeStl({ sizeMm: 20 }), 'The model can be printed as it is.'],
  ['overhanging', teeStl(), 'The model needs no repair and can be printed with supports.'],
  [
    'repaired',
    binaryStl(inverted(box([20, 20, 20]))),
    'The model was repaired and can be printed.',
  ],
  [
    'repaired and overhanging',
    binaryStl(inverted(tee())),
    'The model was repaired and can be printed with supports.',
  ],
  ['crowded', fan, 'Bodies of the model touch along edges; it can be printed.'],
] as const)('%s', async (_, bytes, sentence) => {
  const outcome = await geometry.process({ source: { bytes }, format: 'stl', outputs: {} })
  if (outcome.kind !== 'processed') throw new Error(outcome.kind)
  const { report } = outcome
  expect(report.printDetail).toBe(sentence)
  expect(printDetail(report, null, { hasRemarks: false })).toBe(sentence)
})

test.each([
  ['too thin', binaryStl(box([20, 20, 0.3]))],
  ['too large', cubeStl({ sizeMm: 400 })],
])('%s: the sentence stays that of the core', async (_, bytes) => {
  const outcome = await geometry.process({ source: { bytes }, format: 'stl', outputs: {} })
  if (outcome.kind !== 'processed') throw new Error(outcome.kind)
  expect(printDetail(outcome.report, null, { hasRemarks: false })).toBeNull()
})
