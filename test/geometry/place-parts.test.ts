// Parts of a plate assembled by the core, compared with coordinates that are derived manually.
import { afterAll, expect, test } from 'bun:test'
import type { PartToPlace } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box } from '../../testing/models/meshes.ts'

// A busy machine takes many times as long.
const geometry = openGeometry()
afterAll(() => geometry.close())

type Point = readonly [number, number, number]

/** Returns the corners of each triangle of a binary STL. */
function trianglesOf(stl: Uint8Array): readonly (readonly Point[])[] {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength)
  const count = view.getUint32(80, true)
  expect(stl.length).toBe(84 + 50 * count)
  return Array.from({ length: count }, (_, triangle) =>
    [1, 2, 3].map((corner): Point => {
      const at = 84 + 50 * triangle + 12 * corner
      return [
        view.getFloat32(at, true),
        view.getFloat32(at + 4, true),
        view.getFloat32(at + 8, true),
      ]
    }),
  )
}

const boxOf = (points: readonly Point[]) =>
  [0, 1, 2].map((axis) => {
    const values = points.map((point) => point[axis] ?? 0)
    return [Math.min(...values), Math.max(...values)]
  })

async function place(parts: readonly PartToPlace[], center: readonly [number, number]) {
  const placed = await geometry.place({ parts, center })
  if (placed.kind !== 'placed') throw new Error(placed.kind)
  return { triangles: trianglesOf(placed.stl), sizesMm: placed.sizesMm }
}

test('each copy is rotated, moved to its place and stands on the bed', async () => {
  // 10 x 20 x 5 mm, away from the origin and below the bed.
  const stl = binaryStl(box([10, 20, 5], [100, 200, -7]))
  const copies = [
    { xMm: 0, yMm: 0, turnDegrees: 0 },
    { xMm: -30, yMm: 40, turnDegrees: 90 },
    { xMm: 50, yMm: 0, turnDegrees: 180 },
    { xMm: 0, yMm: -60, turnDegrees: 270 },
  ] as const
  const { triangles, sizesMm } = await place([{ stl, copies }], [125, 105])
  expect(sizesMm).toEqual([[10, 20, 5]])
  expect(triangles).toHaveLength(48)
  const boxes = [0, 1, 2, 3].map((copy) => boxOf(triangles.slice(12 * copy, 12 * copy + 12).flat()))
  expect(boxes).toEqual([
    [
      [120, 130],
      [95, 115],
      [0, 5],
    ],
    [
      [85, 105],
      [140, 150],
      [0, 5],
    ],
    [
      [170, 180],
      [95, 115],
      [0, 5],
    ],
    [
      [115, 135],
      [40, 50],
      [0, 5],
    ],
  ])
})

test('a rotation is counterclockwise and keeps the surface outside', async () => {
  // One triangle in the plane of the bed: its longest leg points to the right, the other one to the back.
  const stl = new Uint8Array(84 + 50)
  const view = new DataView(stl.buffer)
  view.setUint32(80, 1, true)
  const numbers = [0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0]
  numbers.forEach((value, at) => void view.setFloat32(84 + 4 * at, value, true))
  const copies = [{ xMm: 0, yMm: 0, turnDegrees: 90 }] as const
  const { triangles } = await place([{ stl, copies }], [0, 0])
  // The leg points to the back, the other one to the left; the center of the box is the center of rotation.
  expect(triangles).toEqual([
    [
      [1, -2, 0],
      [1, 2, 0],
      [-1, -2, 0],
    ],
  ])
})

test('parts of several files follow each other, and one file may occur twice', async () => {
  const cube = binaryStl(box([10, 10, 10]))
  const at = (xMm: number) => [{ xMm, yMm: 0, turnDegrees: 0 }] as const
  const parts = [
    { stl: cube, copies: at(-20) },
    { stl: binaryStl(box([4, 4, 4])), copies: at(0) },
    { stl: cube, copies: at(20) },
  ]
  const { triangles, sizesMm } = await place(parts, [0, 0])
  expect(sizesMm.map(([width]) => width)).toEqual([10, 4, 10])
  const xs = [0, 1, 2].map((part) => boxOf(triangles.slice(12 * part, 12 * part + 12).flat())[0])
  expect(xs).toEqual([
    [-25, -15],
    [-2, 2],
    [15, 25],
  ])
})

test('the bytes of parts are transferred to the worker rather than copied on the event loop', async () => {
  const stl = new Uint8Array(binaryStl(box([10, 10, 10])))
  const copies = [{ xMm: 0, yMm: 0, turnDegrees: 0 }] as const
  await geometry.place({ parts: [{ stl, copies }], center: [0, 0] })
  expect(stl.byteLength).toBe(0)
})
