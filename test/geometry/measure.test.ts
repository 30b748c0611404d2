// Generated models, measured through the pool as the server does it; expected values are derived manually.
import { afterAll, expect, test } from 'bun:test'
import type { Format, MeshReport } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  asciiStl,
  binaryStl,
  box,
  cube3mf,
  cubeGlb,
  cubeStl,
  glb,
  inverted,
  merge,
  sphere,
  threeMf,
  withoutTriangles,
} from '../../testing/models/meshes.ts'
import { zipArchive } from '../../testing/models/zip.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())

const measure = (bytes: Uint8Array, format: Format, units?: 'mm' | 'cm' | 'm' | 'in') =>
  geometry.measure({ source: { bytes }, format, ...(units && { units }) })

async function report(
  bytes: Uint8Array,
  format: Format,
  units?: 'mm' | 'cm' | 'm' | 'in',
): Promise<MeshReport> {
  const outcome = await measure(bytes, format, units)
  if (outcome.kind !== 'mesh') throw new Error(JSON.stringify(outcome))
  return outcome.report
}

const cube: MeshReport = {
  unit: 'mm',
  unitSource: 'default',
  triangles: 12,
  dimensionsMm: [20, 20, 20],
  volumeCm3: 8,
  surfaceCm2: 24,
  watertight: true,
  boundaryEdges: 0,
  nonManifoldEdges: 0,
  misorientedEdges: 0,
  degenerateTriangles: 0,
  components: 1,
  maxOverhangDeg: 0,
  volumeIsExact: true,
  bodiesOverlap: false,
  cavitiesKnown: true,
  repaired: {
    weldedVertices: 0,
    removedDegenerates: 0,
    removedDuplicates: 0,
    removedLoose: 0,
    flippedFaces: 0,
    filledHoles: 0,
    remainingBoundaryEdges: 0,
  },
}

test('a 20 mm cube measures 20 x 20 x 20 mm and 8 cm3 in every format', async () => {
  expect(await report(cubeStl({ sizeMm: 20 }), 'stl')).toEqual(cube)
  expect(await report(asciiStl(box([20, 20, 20])), 'stl')).toEqual(cube)
  expect(await report(cube3mf({ sizeMm: 20 }), '3mf')).toEqual({ ...cube, unitSource: 'file' })
  const fromGlb = await report(cubeGlb({ sizeMm: 20 }), 'glb')
  expect(fromGlb.unit).toBe('m')
  expect(fromGlb.volumeCm3).toBeCloseTo(8, 5)
})

test('a unit named by the caller overrides the file and the format', async () => {
  const sides = { mm: 2, cm: 20, m: 2000, in: 50.8 } as const
  for (const unit of ['mm', 'cm', 'm', 'in'] as const) {
    for (const [bytes, format] of [
      [binaryStl(box([2, 2, 2])), 'stl'],
      [glb(box([2, 2, 2])), 'glb'],
      [threeMf(box([2, 2, 2]), 'foot'), '3mf'],
    ] as const) {
      const response = await report(bytes, format, unit)
      expect(response).toMatchObject({ unit, unitSource: 'override' })
      expect(response.dimensionsMm[0]).toBeCloseTo(sides[unit], 6)
      expect(response.volumeCm3).toBeCloseTo(sides[unit] ** 3 / 1000, 3)
    }
  }
})

test('GLB has Y up: its height is the third dimension', async () => {
  const { dimensionsMm, maxOverhangDeg } = await report(glb(box([0.5, 0.25, 0.125])), 'glb')
  expect(dimensionsMm).toEqual([500, 125, 250])
  expect(maxOverhangDeg).toBe(0)
})

test('a sphere comes close to its formula', async () => {
  const mesh = sphere({ radius: 10, rings: 200, segments: 400 })
  const response = await report(binaryStl(mesh), 'stl')
  expect(response.triangles).toBe(2 * 400 * 199)
  expect(response.watertight).toBe(true)
  expect(response.volumeCm3 / ((4 / 3) * Math.PI)).toBeCloseTo(1, 3)
  expect(response.surfaceCm2 / (4 * Math.PI)).toBeCloseTo(1, 3)
  expect(response.maxOverhangDeg).toBeGreaterThan(88)
})

test('an open, inverted or hollow part is measured as the solid that it represents', async () => {
  const open = await report(binaryStl(withoutTriangles(box([20, 20, 20]), 0, 5)), 'stl')
  expect(open).toMatchObject({ watertight: false, boundaryEdges: 6, volumeIsExact: false })
  expect(open.volumeCm3).toBeCloseTo(8, 9)
  const turned = await report(binaryStl(inverted(box([20, 20, 20]))), 'stl')
  expect(turned).toMatchObject({ volumeCm3: 8, repaired: { flippedFaces: 12 } })
  const hollow = merge(box([20, 20, 20]), inverted(box([10, 10, 10], [5, 5, 5])))
  expect(await report(binaryStl(hollow), 'stl')).toMatchObject({ volumeCm3: 7, components: 2 })
})

test('a file that cannot be priced is refused with a code and a sentence', async () => {
  const cases: [Uint8Array, Format, string, RegExp][] = [
    [new Uint8Array(), 'stl', 'empty_file', /^The file is empty\.$/],
    [
      binaryStl(box([1, 1, 1])).slice(0, 300),
      'stl',
      'count_mismatch',
      /says 12 triangles but .* holds 4/,
    ],
    [binaryStl({ positions: [], triangles: [] }), 'stl', 'no_triangles', /no triangles/],
    [binaryStl(box([1, 1, 0])), 'stl', 'zero_volume', /encloses no volume/],
    [binaryStl(box([1, 0, 0])), 'stl', 'only_degenerate', /All 12 triangles/],
    [binaryStl(box([1, Number.NaN, 1])), 'stl', 'non_finite', /not a finite number/],
    [cubeStl({ sizeMm: 1 }), 'glb', 'not_this_format', /not a GLB file/],
    [cubeStl({ sizeMm: 1 }), '3mf', 'not_this_format', /not a 3MF file/],
    [zipArchive([{ name: 'a.txt', data: 'x' }]), '3mf', 'not_this_format', /no model part/],
    [
      zipArchive([{ name: '3D/3dmodel.model', data: new Uint8Array(32 << 20) }]),
      '3mf',
      'bad_archive',
      /inflates too much/,
    ],
    [
      zipArchive([{ name: 'x', data: 'x', claim: { flags: 1 } }]),
      '3mf',
      'bad_archive',
      /is encrypted/,
    ],
  ]
  for (const [bytes, format, code, message] of cases) {
    const outcome = await measure(bytes, format)
    expect(outcome).toMatchObject({ kind: 'unreadable', code })
    if (outcome.kind === 'unreadable') expect(outcome.message).toMatch(message)
  }
})

test('a file over the size limit is refused before it is read', async () => {
  const outcome = await measure(new Uint8Array(100 * 2 ** 20 + 1), 'stl')
  expect(outcome).toEqual({
    kind: 'unreadable',
    code: 'over_limit',
    message: 'Too many bytes: 104857601, the limit is 104857600.',
  })
})
