// Compares the slicer bridge with the bare command line of the same program: the overhead per
// slice, whether its workers keep the cores busy, and its behavior under ten times too many jobs.
// Every slice is compared with the bare slice.
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { runBare } from '../../testing/slicer/bare-slice.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { overload } from './overload.ts'
import {
  type BenchModel,
  check,
  type SlicerBench,
  sliceSettings,
  withSlicerBench,
} from './stage.ts'

/** Limits of the number of pairs per model. The number depends on the available time. */
const pairBounds = { min: 3, max: 25, ms: 10_000 } as const
type Parts = Pick<Bench, 'row' | 'choose' | 'step'>

export function benchBridge({ row, choose, step }: Parts): Promise<undefined> {
  return withSlicerBench(async (bench) => {
    for (const measure of [overhead, throughput]) await row(await measure(bench))
    for (const one of await overload(bench, { choose, step })) await row(one)
    return undefined
  })
}

const since = (start: number) => performance.now() - start

/** Runs one job at a time, alternating between the bare command line and the bridge. */
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
        check(model, outcome)
        return ms
      }
      const bare = async () => {
        const start = performance.now()
        await runBare({ ...bench, stlPath: model.stlPath })
        return since(start)
      }
      if (run % 2 === 0) {
        pairs.push({ bare: await bare(), ours: await ours() })
      } else {
        pairs.push({ ours: await ours(), bare: await bare() })
      }
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

/** Slices every model twice, two at a time: through the bridge and with bare command lines. */
async function throughput(bench: SlicerBench): Promise<Row> {
  const jobs = bench.models.flatMap((model) => [model, model])
  const bridge = bench.makeBridge()
  const twoAtATime = async (slice: (model: BenchModel, at: number) => Promise<void>) => {
    const queue = jobs.map((model, at) => ({ model, at }))
    const worker = async () => {
      for (let job = queue.shift(); job; job = queue.shift()) await slice(job.model, job.at)
    }
    await Promise.all([worker(), worker()])
  }
  const bare = () =>
    twoAtATime(async ({ stlPath }, at) => {
      const folder = join(bench.folder, `bare-${at}`)
      mkdirSync(folder, { recursive: true })
      await runBare({ ...bench, stlPath, folder })
    })
  const bridged = () =>
    twoAtATime(async (model) => {
      const { stlPath } = model
      check(model, await bridge.slice({ stlPath, settings: sliceSettings, accountId: 'a' }))
    })
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

/** Returns the wall time of `work`, and the share of all cores' time that was idle. */
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
