// Shared by the slicer benches: the models with their known slices, and bridges to the real slicer
// that are closed at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { createSlicerBridge, type SlicerBridge } from '../../slicer-bridge/bridge.ts'
import type { SliceOutcome } from '../../slicer-bridge/outcome/outcome.ts'
import type { SliceFacts } from '../../slicer-bridge/queue/predict-duration.ts'
import { bareSlice } from '../../testing/slicer/bare-slice.ts'
import { type Model, writeModels } from './models.ts'

export const sliceSettings = {
  layerHeightMm: 0.2,
  infillPercent: 20,
  nozzleMm: 0.4,
  flow: 'standard',
} as const

export type BenchModel = Model & { readonly facts: SliceFacts; readonly expectedMm: number }

export type SlicerBench = {
  readonly slicerPath: string
  readonly folder: string
  readonly models: readonly BenchModel[]
  readonly makeBridge: (options?: Partial<Parameters<typeof createSlicerBridge>[0]>) => SlicerBridge
}

/** Runs `work` on a folder that is removed afterwards. */
export async function withSlicerBench<T>(work: (bench: SlicerBench) => Promise<T>): Promise<T> {
  const slicerPath = Bun.which('prusa-slicer')
  if (slicerPath === null) throw new Error('prusa-slicer is not on PATH')
  const folder = mkdtempSync(join(tmpdir(), 'bench-slicer-'))
  const geometry = createGeometry({ workers: 2 })
  const bridges: SlicerBridge[] = []
  try {
    await geometry.ready()
    const models: BenchModel[] = []
    for (const model of writeModels(folder, slicerPath)) {
      const { stlPath } = model
      const measured = await geometry.measure({ source: { path: stlPath }, format: 'stl' })
      if (measured.kind !== 'mesh') throw new Error(`${model.name}: ${measured.kind}`)
      const { dimensionsMm, triangles, surfaceCm2, volumeCm3, components } = measured.report
      const facts = { heightMm: dimensionsMm[2], triangles, surfaceCm2, volumeCm3, components }
      const { filamentMm } = await bareSlice({ slicerPath, stlPath, folder })
      models.push({ ...model, facts, expectedMm: filamentMm })
    }
    const makeBridge: SlicerBench['makeBridge'] = (options) => {
      const bridge = createSlicerBridge({
        slicerPath,
        cage: 'optional',
        workers: 2,
        workDir: join(folder, 'work'),
        readGcode: (path, signal) =>
          geometry.measure({ source: { path }, format: 'gcode', signal }),
        // The bare command line runs at normal priority and without a time limit, so the bridge
        // must do the same here.
        limits: { nice: 0, wallMs: 300_000, cpuSeconds: 300 },
        ...options,
      })
      bridges.push(bridge)
      return bridge
    }
    return await work({ slicerPath, folder, models, makeBridge })
  } finally {
    await Promise.all(bridges.map((bridge) => bridge.close()))
    geometry.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Tolerance of the filament length. Two bare runs on a model of many parts differ by 0.01 mm, which
 * is 0.03 mg.
 */
const toleranceMm = 0.02

/** Checks the filament length. Throws when it is wrong. */
export function check({ name, expectedMm }: BenchModel, outcome: SliceOutcome): void {
  if (outcome.kind === 'sliced' && Math.abs(outcome.filamentMm - expectedMm) <= toleranceMm) return
  throw new Error(`${name}: ${expectedMm} mm expected, got ${JSON.stringify(outcome)}`)
}

/** Returns the time of a slice, whose length is checked, or of a refusal. */
export async function latency(bridge: SlicerBridge, model: BenchModel, accountId: string) {
  const { stlPath, facts } = model
  const start = performance.now()
  const outcome = await bridge.slice({ stlPath, facts, settings: sliceSettings, accountId })
  const ms = performance.now() - start
  if (outcome.kind !== 'queue_full') check(model, outcome)
  return { ms, outcome }
}
