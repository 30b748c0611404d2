// The real sliced files of ../shared, where present, through the WASM build: every figure is compared with the
// manifest, which has the slicer's values and an independent sum of the moves.
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openGeometry } from '../../testing/models/geometry.ts'

const folder = join(import.meta.dir, '../../../shared/sliced-samples')
const manifestPath = join(folder, 'manifest.json')

type Sample = {
  file: string
  plates: { extruded_mm_recomputed: Record<string, number> }[]
  expect: { grams?: number; seconds?: number; layers?: number; cm3?: number; length_mm?: number }
}

/** Sliced for 2.85 mm filament; a template that the slicer left unfilled. */
const refused: Record<string, string> = {
  'cura-3.5-length-only.gcode': 'sliced_filament_diameter',
  'old-cura-unfilled-placeholders.gcode': 'sliced_placeholder',
}

const samples: Sample[] = existsSync(manifestPath)
  ? (await Bun.file(manifestPath).json()).files
  : []
const geometry = openGeometry()
afterAll(() => geometry.close())

function measure(file: string) {
  return geometry.measure({
    source: { path: join(folder, file) },
    format: file.endsWith('.3mf') ? '3mf' : 'gcode',
  })
}

describe.skipIf(samples.length === 0)('real sliced files', () => {
  for (const { file, expect: stated, plates } of samples) {
    const code = refused[file]
    if (code !== undefined) {
      test(`${file} is refused: ${code}`, async () => {
        const outcome = await measure(file)
        expect(outcome).toMatchObject({ kind: 'unreadable', code })
      })
      continue
    }
    test(`${file} states what its manifest says`, async () => {
      const outcome = await measure(file)
      if (outcome.kind !== 'sliced') throw new Error(JSON.stringify(outcome))
      const { report } = outcome
      expect(report.plates).toBe(1)
      expect(report.grams).toBe(stated.grams ?? Number.NaN)
      expect(report.seconds).toBe(stated.seconds ?? Number.NaN)
      expect(report.layers).toBe(stated.layers ?? Number.NaN)
      expect(Math.abs((report.filamentCm3 ?? 0) - (stated.cm3 ?? 0))).toBeLessThan(0.0051)
      if (stated.length_mm !== undefined) expect(report.filamentMm).toBe(stated.length_mm)
      const tools = Object.values(plates[0]?.extruded_mm_recomputed ?? {})
      const wanted = tools.reduce((sum, mm) => sum + mm, 0)
      expect(Math.abs(extrudedMm(report) - wanted)).toBeLessThan(0.02)
    })
  }

  test('a grams comment edited in a real file is refused and both amounts are named', async () => {
    const honest = await Bun.file(join(folder, 'orcaslicer-2.3.0-benchy.gcode')).text()
    const source = {
      bytes: new TextEncoder().encode(honest.replaceAll('[g] = 11.39', '[g] = 0.10')),
    }
    const outcome = await geometry.measure({ source, format: 'gcode' })
    expect(outcome).toMatchObject({ kind: 'unreadable', code: 'sliced_understates_weight' })
    expect(JSON.stringify(outcome)).toContain('claims 0.10 g, but the 3818.82 mm')
  })
})

/** Returns the moves, which the crate reports in addition to the fields that the product types. */
function extrudedMm(report: object): number {
  return 'extrudedMm' in report && typeof report.extrudedMm === 'number'
    ? report.extrudedMm
    : Number.NaN
}
