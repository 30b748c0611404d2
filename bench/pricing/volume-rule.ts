// Compares the billed weight of an order, volume x (0.30 + 0.70 x infill), with the filament of real slices of the same parts at the
// same infill: the deviation of the quote page's weights. Writes the figures that the page shows:
//   bun bench/pricing/volume-rule.ts [--cache FOLDER]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { solidPerMille } from '../../server/domain/pricing/weight.ts'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { parts } from '../slicer/estimate-parts.ts'
import { stlOf } from '../slicer/estimate-shapes.ts'
import { missingSlicer, slice } from '../slicer/estimate-slices.ts'

const infills = [10, 20, 50, 100]
const target = join(import.meta.dir, '../../server/pages/quotes/price/slice-comparison.ts')

const noSlicer = missingSlicer()
if (noSlicer !== null) {
  console.error(noSlicer)
  process.exit(2)
}
const { values } = readCommandLine('bun bench/pricing/volume-rule.ts [--cache FOLDER]', {
  options: { cache: { type: 'string' } },
})
const cache = values.cache ?? null
const folder = mkdtempSync(join(tmpdir(), 'bench-volume-rule-'))
const geometry = createGeometry({ workers: 1 })
const off: number[] = []
const models = new Set<string>()
try {
  for (const { name, small, triangles } of parts) {
    if (!small) continue
    const path = join(folder, `${name}.stl`)
    writeFileSync(path, stlOf(triangles()))
    const measured = await geometry.measure({ source: { path }, format: 'stl' })
    if (measured.kind !== 'mesh') throw new Error(`${name}: ${measured.kind}`)
    for (const infill of infills) {
      const sliced = slice(path, infill, folder, cache)
      if (sliced === null) continue
      const billedCm3 = (measured.report.volumeCm3 * solidPerMille(infill)) / 1000
      const percent = 100 * (billedCm3 / sliced.cm3 - 1)
      models.add(name)
      off.push(percent)
      console.log(`${name} at ${infill} %: ${percent.toFixed(1)} %`)
    }
  }
} finally {
  geometry.close()
  rmSync(folder, { recursive: true, force: true })
}

const sorted = off.toSorted((a, b) => a - b)
const at = (share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
const version = new TextDecoder()
  .decode(Bun.spawnSync([process.env['SLICER_PATH'] ?? 'prusa-slicer', '--help']).stdout)
  .match(/PrusaSlicer-(\d+\.\d+)/)?.[1]
writeFileSync(
  target,
  `// Deviation of the billed weight of a mesh from real slices, in percent of the slice. Written by bench/pricing/volume-rule.ts.

export const sliceComparison = {
  slicer: 'PrusaSlicer${version === undefined ? '' : ` ${version}`}',
  models: ${models.size},
  slices: ${off.length},
  medianPercent: ${at(0.5)},
  /** Nine of ten slices are between these values. */
  lowPercent: ${at(0.05)},
  highPercent: ${at(0.95)},
} as const
`,
)
