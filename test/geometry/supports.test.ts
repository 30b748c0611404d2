// The core's decision about a part with overhangs, and its supports compared with slices of PrusaSlicer 2.5.0 with
// the quoting profile, without and with `--support-material --support-material-auto`, recorded here so that the test
// needs no slicer.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGeometry } from '../../testing/models/geometry.ts'
import { binaryStl, box, type Mesh, type Vec3 } from '../../testing/models/meshes.ts'
import { cross, crossStl, lyingTee, teeStl } from '../../testing/models/overhangs.ts'

const folder = mkdtempSync(join(tmpdir(), 'supports-'))
const geometry = openGeometry()
afterAll(() => {
  geometry.close()
  rmSync(folder, { recursive: true })
})

const settings = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const

async function estimateOf(name: string, stl: Uint8Array) {
  const path = join(folder, `${name}.stl`)
  writeFileSync(path, stl)
  const outcome = await geometry.estimate({ source: { path }, format: 'stl', settings })
  if (outcome.kind !== 'estimated') throw new Error(`${name}: ${outcome.kind}`)
  return outcome
}

/** Returns the deviation of the first from the second, in percent. */
const off = (found: number, expected: number) => 100 * Math.abs(found / expected - 1)

test('a part without overhangs is printed unrotated', async () => {
  const { supports } = await estimateOf('box', binaryStl(box([30, 20, 10])))
  expect(supports).toEqual({
    decision: 'none',
    unsupportedMm2: 0,
    filamentCm3: 0,
    seconds: 0,
    turned: null,
  })
})

test('a T on its stem is laid on its face and then takes as much filament as a lying T', async () => {
  const { filamentCm3, seconds, supports } = await estimateOf('tee', teeStl())
  const lying = await estimateOf('lying tee', binaryStl(lyingTee()))
  expect(supports.decision).toBe('turn')
  expect(lying.supports.decision).toBe('none')
  expect(supports.turned?.dimensionsMm.map(Math.round).toSorted()).toEqual([20, 40, 50])
  expect(Math.round(supports.turned?.dimensionsMm[2] ?? 0)).toBe(20)
  expect(off(supports.turned?.filamentCm3 ?? 0, lying.filamentCm3)).toBeLessThan(1)
  // 6.64 cm3 in 1,467 s, and 12.52 in 1,722 with supports.
  expect(off(filamentCm3 + supports.filamentCm3, 12.52)).toBeLessThan(7)
  expect(off(seconds + supports.seconds, 1722)).toBeLessThan(12)
})

test('three bars through one point are printed with supports', async () => {
  const { filamentCm3, seconds, supports } = await estimateOf('cross', crossStl())
  expect(supports).toMatchObject({ decision: 'supports', turned: null })
  // A slice without supports has 8.17 cm3 and 2,260 s, with supports 15.62 cm3 and 2,638 s.
  expect(off(filamentCm3 + supports.filamentCm3, 15.62)).toBeLessThan(7)
  expect(off(seconds + supports.seconds, 2638)).toBeLessThan(12)
})

test('a quarter turn on the plate changes nothing', async () => {
  const quarter = ({ positions, triangles }: Mesh): Mesh => ({
    positions: positions.map(([x, y, z]): Vec3 => [-y, x, z]),
    triangles,
  })
  const given = await estimateOf('cross', crossStl())
  const turned = await estimateOf('quarter', binaryStl(quarter(cross())))
  expect(turned.supports.decision).toBe(given.supports.decision)
  expect(off(turned.supports.filamentCm3, given.supports.filamentCm3)).toBeLessThan(2)
  expect(off(turned.supports.unsupportedMm2, given.supports.unsupportedMm2)).toBeLessThan(2)
})
