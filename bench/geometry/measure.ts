// Measures a 25 MB binary STL through the worker pool, like an order: from a file on disk to the
// report, which is checked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry, type MeasureOutcome } from '../../geometry/index.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { bumpySphere } from './cases.ts'

const rings = 500
const segments = 501
const radiusMm = 50
const aimMs = 250

/** Throws when the report does not describe the model. */
function check(outcome: MeasureOutcome, triangles: number): void {
  if (outcome.kind !== 'mesh') throw new Error(`not measured: ${JSON.stringify(outcome)}`)
  const { report } = outcome
  // The bumps add at most (3/4) 0.02^2 of the sphere's volume, which is far below one per mille.
  const sphere = ((4 / 3) * Math.PI * radiusMm ** 3) / 1000
  const right =
    report.triangles === triangles &&
    report.watertight &&
    report.repaired.flippedFaces === 0 &&
    report.components === 1 &&
    Math.abs(report.volumeCm3 / sphere - 1) < 1e-3
  if (!right) throw new Error(`wrong report: ${JSON.stringify(report)}`)
}

/** Runs one warm-up, then measurements, each after a plain read of the same file for comparison. */
export async function benchMeasure({ choose, step }: Pick<Bench, 'choose' | 'step'>): Promise<Row> {
  const runs = choose(15, 7)
  const { bytes, expected } = bumpySphere({ rings: rings, segments: segments })
  const { triangles } = expected
  const folder = mkdtempSync(join(tmpdir(), 'bench-geometry-'))
  const path = join(folder, 'sphere.stl')
  writeFileSync(path, bytes)
  const geometry = createGeometry({ workers: 1 })
  const times: number[] = []
  const reads: number[] = []
  try {
    await geometry.ready()
    check(await geometry.measure({ source: { path }, format: 'stl' }), triangles)
    for (let run = 0; run < runs; run++) {
      const start = performance.now()
      await Bun.file(path).bytes()
      const read = performance.now()
      const outcome = await geometry.measure({ source: { path }, format: 'stl' })
      times.push(performance.now() - read)
      reads.push(read - start)
      check(outcome, triangles)
      step(run + 1, runs)
    }
  } finally {
    geometry.close()
    rmSync(folder, { recursive: true })
  }
  const [ms, readMs] = [median(times), median(reads)]
  return {
    name: `measuring a ${Math.round(bytes.length / 1e6)} MB binary STL in the worker`,
    figure: `${ms.toFixed(0)} ms`,
    aim: `at most ${aimMs} ms`,
    met: ms <= aimMs,
    detail: `${triangles} triangles, ${runs} runs; reading the file alone ${readMs.toFixed(0)} ms`,
    samples: times,
    sides: {
      name: 'Time',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'measuring', value: ms },
        { name: 'reading the file', value: readMs },
      ],
    },
  }
}
