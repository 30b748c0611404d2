// The documented limits of thin walls equal those of the geometry core.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { thinLimitsText } from '../../server/domain/measurement/thin-limits.ts'

const source = readFileSync(join(import.meta.dir, '../../geometry/src/estimate/thin.rs'), 'utf8')
const nozzleMm = 0.4

test('the limit of walls is a third of the nozzle', () => {
  expect(source).toContain('const WALL: f64 = 1.0 / 3.0;')
  const mm = (nozzleMm / 3).toFixed(2)
  expect(thinLimitsText).toContain(
    `walls under a third of the nozzle (${mm} mm for the 0.4 mm nozzle)`,
  )
})

test('the limit of columns has the factor of the core', () => {
  const factor = Number(/^const COLUMN: f64 = ([\d.]+);$/m.exec(source)?.[1])
  const mm = (factor * nozzleMm).toFixed(2)
  expect(thinLimitsText).toContain(`columns under ${factor} nozzles wide (${mm} mm)`)
})
