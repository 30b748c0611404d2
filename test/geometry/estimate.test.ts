// The estimate against slices of PrusaSlicer 2.5.0 with the quoting profile, written down here so that
// the test needs no slicer; bench/slicer/estimate.ts makes them anew. ESTIMATE_NATIVE names the native
// build (`cargo build --release --example estimate`); without it that half is skipped.
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parts } from '../../bench/slicer/estimate-parts.ts'
import { stlOf } from '../../bench/slicer/estimate-shapes.ts'
import { createGeometry } from '../../geometry'

const native = process.env.ESTIMATE_NATIVE ?? ''
const folder = mkdtempSync(join(tmpdir(), 'estimate-'))
const geometry = createGeometry({ workers: 1 })
afterAll(() => {
  geometry.close()
  rmSync(folder, { recursive: true })
})

function written(name: string): string {
  const part = parts.find((part) => part.name === name)
  if (part === undefined) throw new Error(`no part ${name}`)
  const path = join(folder, `${name}.stl`)
  writeFileSync(path, stlOf(part.triangles()))
  return path
}

test.each(parts.map(({ name }) => name))('%s is a closed solid', async (name) => {
  const outcome = await geometry.measure({ source: { path: written(name) }, format: 'stl' })
  if (outcome.kind !== 'mesh') throw new Error(`${name}: ${outcome.kind}`)
  expect(outcome.report.watertight).toBe(true)
  expect(outcome.report.misorientedEdges).toBe(0)
  expect(outcome.report.repaired.flippedFaces).toBe(0)
  expect(outcome.report.volumeCm3).toBeGreaterThan(0.1)
})

/** Infill, cm3, seconds, layers as sliced. */
const slices: readonly [string, number, number, number, number][] = [
  ['cube 20', 20, 3.23, 707, 100],
  ['box 100x60x40', 50, 130.88, 12092, 200],
  ['plate 100x100x2', 20, 17.74, 2020, 10],
  ['tray, 1.2 mm wall', 20, 9.43, 1162, 125],
  ['L bracket with holes', 10, 7.84, 1960, 250],
  ['stairs', 20, 12.89, 1704, 180],
  ['sphere 30', 20, 4.67, 866, 120],
  ['gear 24 teeth', 100, 28.0, 3243, 50],
]

describe.skipIf(!existsSync(native))('native estimate', () => {
  test.each(slices)('%s at %d %%', (name, infill, cm3, seconds, layers) => {
    const out = join(folder, 'placed.stl')
    const run = Bun.spawnSync([native, written(name), '1', out, '0.2', String(infill)])
    const answer: unknown = JSON.parse(run.stdout.toString())
    expect(answer).toMatchObject({ watertight: true, estimates: [{ estimate: { layers } }] })
    // Checked by the line before.
    const { estimates } = answer as {
      estimates: [{ estimate: { filamentCm3: number; seconds: number } }]
    }
    const [{ estimate }] = estimates
    expect(Math.abs(estimate.filamentCm3 / cm3 - 1)).toBeLessThan(0.04)
    expect(Math.abs(estimate.seconds / seconds - 1)).toBeLessThan(0.1)
  })
})
