// Measuring a 25 MB binary STL through the worker pool, as an order does it: from a file on disk to
// the report. Checks its answer. Run: bun bench/geometry/measure.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry, type MeasureOutcome } from '../../geometry'
import { median } from '../lib/compare.ts'

export type MeasureBench = {
  bytes: number
  triangles: number
  runs: number
  msBest: number
  msMedian: number
  msWorst: number
  /** Reading the file into memory and nothing else, same run. */
  readMsMedian: number
  aimMs: number
}

const RINGS = 500
const SEGMENTS = 501
const RADIUS_MM = 50
const AIM_MS = 250

/** A bumpy sphere straight as binary STL: 500,000 triangles, 25 MB, no two facets alike. */
function bumpySphere(): { bytes: Uint8Array; triangles: number } {
  const triangles = 2 * SEGMENTS * (RINGS - 1)
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles))
  view.setUint32(80, triangles, true)
  const ring = Array.from({ length: RINGS + 1 }, (_, r) => (Math.PI * r) / RINGS)
  const point = (r: number, s: number): [number, number, number] => {
    const polar = ring[r] ?? 0
    const turn = (2 * Math.PI * (s % SEGMENTS)) / SEGMENTS
    const radius = r === 0 || r === RINGS ? RADIUS_MM : RADIUS_MM * bump(polar, turn)
    const flat = r === 0 || r === RINGS ? 0 : radius * Math.sin(polar)
    return [flat * Math.cos(turn), flat * Math.sin(turn), -radius * Math.cos(polar)]
  }
  let at = 84
  const facet = (...corners: [number, number][]) => {
    let to = at + 12
    for (const [r, s] of corners) {
      for (const value of point(r, s)) {
        view.setFloat32(to, value, true)
        to += 4
      }
    }
    at += 50
  }
  for (let r = 0; r < RINGS; r++) {
    for (let s = 0; s < SEGMENTS; s++) {
      // At the poles two of the four corners are one.
      if (r > 0) facet([r, s], [r, s + 1], [r + 1, s + 1])
      if (r < RINGS - 1) facet([r, s], [r + 1, s + 1], [r + 1, s])
    }
  }
  return { bytes: new Uint8Array(view.buffer), triangles }
}

/** Between 0.98 and 1.02, and 1 on average over the sphere to first order. */
function bump(polar: number, turn: number): number {
  return 1 + 0.02 * Math.sin(7 * polar) * Math.sin(11 * turn)
}

/** Fails when the report is not that of the model. */
function check(outcome: MeasureOutcome, triangles: number): void {
  if (outcome.kind !== 'mesh') throw new Error(`not measured: ${JSON.stringify(outcome)}`)
  const { report } = outcome
  // The bumps add (3/4) 0.02^2 of the sphere's volume at most: far below one per mille.
  const sphere = ((4 / 3) * Math.PI * RADIUS_MM ** 3) / 1000
  const right =
    report.triangles === triangles &&
    report.watertight &&
    report.repaired.flippedFaces === 0 &&
    report.components === 1 &&
    Math.abs(report.volumeCm3 / sphere - 1) < 1e-3
  if (!right) throw new Error(`wrong answer: ${JSON.stringify(report)}`)
}

/** One warm-up, then `runs` measurements, each after a plain read of the same file for scale. */
export async function benchMeasure(runs = 15): Promise<MeasureBench> {
  const { bytes, triangles } = bumpySphere()
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
    }
  } finally {
    geometry.close()
    rmSync(folder, { recursive: true })
  }
  return {
    bytes: bytes.length,
    triangles,
    runs,
    msBest: Math.min(...times),
    msMedian: median(times),
    msWorst: Math.max(...times),
    readMsMedian: median(reads),
    aimMs: AIM_MS,
  }
}

if (import.meta.main) console.log(JSON.stringify(await benchMeasure(), null, 2))
