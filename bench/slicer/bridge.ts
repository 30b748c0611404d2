// Compares the slicer bridge with the bare command line of the same program: the overhead per slice, whether its workers keep the
// cores busy, and its behavior under ten times too many jobs. Every slice is compared with the bare one.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { createSlicerBridge, type SlicerBridge } from '../../slicer-bridge/bridge.ts'
import type { SliceOutcome } from '../../slicer-bridge/outcome.ts'
import { bareSlice, runBare } from '../../test/slicer/bare-slice.ts'
import { median, quantile, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { type Model, writeModels } from './models.ts'

const sliceSettings = {
  layerHeightMm: 0.2,
  infillPercent: 20,
  nozzleMm: 0.4,
  flow: 'standard',
} as const

/** Pairs per model: as many as fit in the time, within these bounds. */
const pairBounds = { min: 3, max: 25, ms: 10_000 } as const
const overloadMs = 60_000

type SlicerBench = {
  readonly slicerPath: string
  readonly folder: string
  readonly models: readonly Model[]
  readonly expectedMm: ReadonlyMap<string, number>
  readonly makeBridge: (options?: Partial<Parameters<typeof createSlicerBridge>[0]>) => SlicerBridge
}

export async function benchBridge({ row }: Pick<Bench, 'row'>): Promise<undefined> {
  const slicerPath = Bun.which('prusa-slicer')
  if (slicerPath === null) throw new Error('prusa-slicer is not on PATH')
  const folder = mkdtempSync(join(tmpdir(), 'bench-slicer-'))
  const geometry = createGeometry({ workers: 2 })
  const bridges: SlicerBridge[] = []
  try {
    await geometry.ready()
    const models = writeModels(folder, slicerPath)
    const expectedMm = new Map<string, number>()
    for (const { name, stlPath } of models) {
      expectedMm.set(name, (await bareSlice({ slicerPath, stlPath, folder })).filamentMm)
    }
    const makeBridge: SlicerBench['makeBridge'] = (options) => {
      const bridge = createSlicerBridge({
        slicerPath,
        workers: 2,
        workDir: join(folder, 'work'),
        readGcode: (path, signal) =>
          geometry.measure({ source: { path }, format: 'gcode', signal }),
        // The bare command line runs at normal priority and without a time limit, so the bridge has to here as well.
        limits: { nice: 0, wallMs: 300_000, cpuSeconds: 300 },
        ...options,
      })
      bridges.push(bridge)
      return bridge
    }
    const bench = { slicerPath, folder, models, expectedMm, makeBridge }
    for (const measure of [overhead, throughput, overload]) await row(await measure(bench))
  } finally {
    await Promise.all(bridges.map((bridge) => bridge.close()))
    geometry.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two bare runs on a model of many parts differ by 0.01 mm, which is 0.03 mg. */
const toleranceMm = 0.02

/** Throws when the amount is wrong. */
function check({ expectedMm }: SlicerBench, { name }: Model, outcome: SliceOutcome): void {
  const expected = expectedMm.get(name) ?? Number.NaN
  if (outcome.kind === 'sliced' && Math.abs(outcome.filamentMm - expected) <= toleranceMm) return
  throw new Error(`${name}: ${expected} mm expected, got ${JSON.stringify(outcome)}`)
}

const since = (start: number) => performance.now() - start

/** One job at a time, alternating between the bare command line and the bridge. */
async function overhead(bench: SlicerBench): Promise<Row> {
  const bridge = bench.makeBridge()
  const perModel: { name: string; ratio: number; bareMs: number }[] = []
  for (const model of bench.models) {
    const pairs: { bare: number; ours: number }[] = []
    const until = performance.now() + pairBounds.ms
    for (
      let run = 0;
      run < pairBounds.min || (run < pairBounds.max && performance.now() < until);
      run++
    ) {
      const ours = async () => {
        const start = performance.now()
        const { stlPath } = model
        const outcome = await bridge.slice({ stlPath, settings: sliceSettings, accountId: 'a' })
        const ms = since(start)
        check(bench, model, outcome)
        return ms
      }
      const bare = async () => {
        const start = performance.now()
        await runBare({ ...bench, stlPath: model.stlPath })
        return since(start)
      }
      if (run % 2 === 0) pairs.push({ bare: await bare(), ours: await ours() })
      else pairs.push({ ours: await ours(), bare: await bare() })
    }
    const ratio = median(pairs.map((pair) => pair.ours / pair.bare))
    perModel.push({ name: model.name, ratio, bareMs: median(pairs.map((pair) => pair.bare)) })
  }
  const ratio = median(perModel.map((model) => model.ratio))
  return {
    name: 'one slice through the bridge, wall time over the bare command line',
    figure: ratio.toFixed(3),
    aim: 'at most 1.05',
    met: ratio <= 1.05,
    detail: perModel
      .map((model) => `${model.name} ${model.ratio.toFixed(3)} of ${model.bareMs.toFixed(0)} ms`)
      .join(', '),
    samples: perModel.map((model) => model.ratio),
  }
}

/** Every model twice, two at a time: through the bridge and by bare command lines. */
async function throughput(bench: SlicerBench): Promise<Row> {
  const jobs = bench.models.flatMap((model) => [model, model])
  const bridge = bench.makeBridge({
    queueLimit: jobs.length,
    perAccountLimit: jobs.length,
    waitLimitMs: 600_000,
  })
  const bare = async () => {
    const queue = jobs.map((model, i) => ({ model, folder: join(bench.folder, `bare-${i}`) }))
    const worker = async () => {
      for (let job = queue.shift(); job; job = queue.shift()) {
        mkdirSync(job.folder, { recursive: true })
        await runBare({ ...bench, stlPath: job.model.stlPath, folder: job.folder })
      }
    }
    await Promise.all([worker(), worker()])
  }
  const bridged = async () => {
    await Promise.all(
      jobs.map(async (model) => {
        const { stlPath } = model
        check(
          bench,
          model,
          await bridge.slice({ stlPath, settings: sliceSettings, accountId: 'a' }),
        )
      }),
    )
  }
  const pairs: { ratio: number; idle: number; seconds: number }[] = []
  for (let run = 0; run < 2; run++) {
    const direct = await timed(bare)
    const ours = await timed(bridged)
    pairs.push({ ratio: ours.ms / direct.ms, idle: ours.idleShare, seconds: ours.ms / 1000 })
  }
  const ratio = median(pairs.map((pair) => pair.ratio))
  return {
    name: `${jobs.length} slices on two workers, wall time over two command lines at a time`,
    figure: ratio.toFixed(3),
    aim: 'at most 1.05',
    met: ratio <= 1.05,
    detail: `${median(pairs.map((pair) => pair.seconds)).toFixed(1)} s; cores idle ${(100 * median(pairs.map((pair) => pair.idle))).toFixed(0)} % of the time`,
    samples: pairs.map((pair) => pair.ratio),
  }
}

/** Twenty clients, ten per worker, each sending the next job when one is refused or done. */
async function overload(bench: SlicerBench): Promise<Row> {
  const bridge = bench.makeBridge()
  const unloaded: number[] = []
  for (let round = 0; round < 2; round++) {
    for (const model of bench.models) unloaded.push((await latency(bench, bridge, model, 'a')).ms)
  }
  const accepted: number[] = []
  const refused = new Map<string, number>()
  const end = performance.now() + overloadMs
  const client = async (id: number) => {
    for (let turn = id; performance.now() < end; turn++) {
      const model = bench.models[turn % bench.models.length]
      if (!model) throw new Error('no models')
      const { ms, outcome } = await latency(bench, bridge, model, `account ${id}`)
      if (outcome.kind === 'sliced') accepted.push(ms)
      else {
        const name = outcome.kind === 'queue_full' ? `queue_full/${outcome.scope}` : outcome.kind
        refused.set(name, (refused.get(name) ?? 0) + 1)
        await Bun.sleep(50)
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, id) => client(id)))
  const ratio = quantile(accepted, 0.95) / quantile(unloaded, 0.95)
  const left = readdirSync(join(bench.folder, 'work')).flatMap((name) =>
    readdirSync(join(bench.folder, 'work', name)),
  )
  if (left.length > 0) throw new Error(`files left behind: ${left.join(', ')}`)
  return {
    name: 'ten times more jobs than workers, p95 of the accepted over p95 unloaded',
    figure: ratio.toFixed(2),
    aim: 'at most 2',
    met: ratio <= 2,
    detail: `${accepted.length} accepted, p50 ${(quantile(accepted, 0.5) / quantile(unloaded, 0.5)).toFixed(2)} times unloaded; refused ${JSON.stringify(Object.fromEntries(refused))}`,
  }
}

async function latency(bench: SlicerBench, bridge: SlicerBridge, model: Model, accountId: string) {
  const start = performance.now()
  const outcome = await bridge.slice({ stlPath: model.stlPath, settings: sliceSettings, accountId })
  const ms = since(start)
  if (outcome.kind !== 'queue_full') check(bench, model, outcome)
  return { ms, outcome }
}

/** Wall time of `work`, and the share of all cores' time that was idle meanwhile. */
async function timed(work: () => Promise<void>): Promise<{ ms: number; idleShare: number }> {
  const before = coreTimes()
  const start = performance.now()
  await work()
  const ms = since(start)
  const after = coreTimes()
  return { ms, idleShare: (after.idle - before.idle) / (after.all - before.all) }
}

function coreTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, core) => sum + core.idle, 0)
  const all = times.reduce((sum, core) => sum + Object.values(core).reduce((a, b) => a + b, 0), 0)
  return { idle, all }
}
