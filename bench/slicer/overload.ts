// The bridge with ten times more jobs than it can handle: the delay of accepted jobs, whether the
// workers stay busy, and whether callers that obey Retry-After succeed. Phases with a single job,
// at capacity and overloaded alternate on one bridge.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SlicerBridge } from '../../slicer-bridge/bridge.ts'
import { randomOf } from '../../testing/slicer/virtual-load.ts'
import { quantile, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { median } from '../lib/statistics.ts'
import { type BenchModel, latency, type SlicerBench } from './stage.ts'

const times = 10
const crowdMs = 60_000
const capacityMs = 12_000
const arrivalsMs = 24_000
const obedientCallers = 4
/**
 * Models that take longer than this many median slices are excluded from the open loop, whose half
 * minute must contain many slices.
 */
const longModel = 4

export async function overload(
  bench: SlicerBench,
  { choose, step }: Pick<Bench, 'choose' | 'step'>,
): Promise<Row[]> {
  const rounds = choose(3, 1)
  const crowded = await crowd(bench, choose(crowdMs, crowdMs / 3))
  step(1, rounds + 1)
  let runs: number[] = []
  const onRun = (ms: number) => void runs.push(ms)
  const bridge = bench.makeBridge({ observer: { onWait: () => {}, onRun, onRefusal: () => {} } })
  const models = await shortModels(bench, bridge)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const done = await measureRound(bridge, models, randomOf(round + 1))
    // The last runs belong to the overload phase.
    measured.push({ ...done, runs: runs.slice(-done.accepted.length) })
    runs = []
    step(round + 2, rounds + 1)
  }
  checkNothingLeft(bench)
  return [crowded, ...openLoopRows(measured)]
}

/**
 * Runs twenty clients, ten per worker. Each sends the next job when one is refused or done, and
 * ignores Retry-After.
 */
async function crowd(bench: SlicerBench, durationMs: number): Promise<Row> {
  const bridge = bench.makeBridge()
  const unloaded: number[] = []
  for (let round = 0; round < 2; round++) {
    for (const model of bench.models) unloaded.push((await latency(bridge, model, 'a')).ms)
  }
  const accepted: number[] = []
  const refused = new Map<string, number>()
  const end = performance.now() + durationMs
  const client = async (id: number) => {
    for (let turn = id; performance.now() < end; turn++) {
      const model = bench.models[turn % bench.models.length]
      if (!model) throw new Error('no models')
      const { ms, outcome } = await latency(bridge, model, `account ${id}`)
      if (outcome.kind === 'sliced') {
        accepted.push(ms)
      } else {
        const name = outcome.kind === 'queue_full' ? outcome.scope : outcome.kind
        refused.set(name, (refused.get(name) ?? 0) + 1)
        await Bun.sleep(50)
      }
    }
  }
  await Promise.all(Array.from({ length: 2 * times }, (_, id) => client(id)))
  const ratio = quantile(accepted, 0.95) / quantile(unloaded, 0.95)
  return {
    name: 'ten times more clients than workers, p95 of the accepted over p95 unloaded',
    figure: ratio.toFixed(2),
    aim: 'at most 2',
    met: ratio <= 2,
    detail: `all models; ${accepted.length} accepted, p50 ${(quantile(accepted, 0.5) / quantile(unloaded, 0.5)).toFixed(2)} times unloaded; refused ${JSON.stringify(Object.fromEntries(refused))}`,
  }
}

type TimedModel = { readonly model: BenchModel; readonly aloneMs: number }

async function shortModels(bench: SlicerBench, bridge: SlicerBridge): Promise<TimedModel[]> {
  const timed: TimedModel[] = []
  for (const model of bench.models) {
    timed.push({ model, aloneMs: (await latency(bridge, model, 'a')).ms })
  }
  const limit = longModel * median(timed.map(({ aloneMs }) => aloneMs))
  return timed.filter(({ aloneMs }) => aloneMs <= limit)
}

type Round = {
  readonly alone: readonly number[]
  readonly accepted: readonly number[]
  /** Run times of the accepted jobs, without waiting time. */
  readonly runs: readonly number[]
  readonly sent: number
  /** Slices per second, based on the run time of each slice alone. */
  readonly capacity: number
  readonly made: number
  /** Number of attempts until a job of an obedient caller was accepted. */
  readonly attempts: readonly number[]
}

async function measureRound(
  bridge: SlicerBridge,
  models: readonly TimedModel[],
  random: () => number,
): Promise<Omit<Round, 'runs'>> {
  const alone: number[] = []
  for (const { model } of [...models, ...models]) {
    alone.push((await latency(bridge, model, 'a')).ms)
  }
  const pick = () => {
    const found = models[Math.floor(random() * models.length)]
    if (!found) throw new Error('no models')
    return found
  }
  const full = await atCapacity(bridge, pick)
  const loaded = await arriving(bridge, { pick, random, perSecond: times * full.perSecond })
  return { alone, capacity: full.work, ...loaded }
}

/** Two clients keep two workers busy. */
async function atCapacity(bridge: SlicerBridge, pick: () => TimedModel) {
  const start = performance.now()
  let made = 0
  let workMs = 0
  const client = async (id: number) => {
    while (performance.now() - start < capacityMs) {
      const { model, aloneMs } = pick()
      const { outcome } = await latency(bridge, model, `client ${id}`)
      if (outcome.kind !== 'sliced') throw new Error('refused although a worker was free')
      made++
      workMs += aloneMs
    }
  }
  await Promise.all([client(1), client(2)])
  const ms = performance.now() - start
  return { perSecond: (1000 * made) / ms, work: workMs / ms }
}

type Arrivals = {
  readonly pick: () => TimedModel
  readonly random: () => number
  readonly perSecond: number
}

/**
 * Simulates independent callers that do not retry, and a few callers that retry when the response
 * tells them to.
 */
async function arriving(bridge: SlicerBridge, { pick, random, perSecond }: Arrivals) {
  const start = performance.now()
  const accepted: number[] = []
  const attempts: number[] = []
  const pending: Promise<unknown>[] = []
  let sent = 0
  let workMs = 0
  const send = async (account: string) => {
    const { model, aloneMs } = pick()
    sent++
    const { ms, outcome } = await latency(bridge, model, account)
    if (outcome.kind === 'sliced') {
      accepted.push(ms)
      workMs += aloneMs
    }
    return outcome
  }
  const isOver = () => performance.now() - start >= arrivalsMs
  const obey = async (account: string) => {
    for (let attempt = 1; !isOver(); ) {
      const outcome = await send(account)
      if (outcome.kind === 'queue_full') {
        attempt++
        await Bun.sleep(1000 * outcome.retryAfterSeconds)
      } else {
        attempts.push(attempt)
        attempt = 1
      }
    }
  }
  for (let id = 0; id < obedientCallers; id++) pending.push(obey(`obedient ${id}`))
  let due = start
  for (let id = 0; !isOver(); id++) {
    due -= (1000 * Math.log(1 - random())) / perSecond
    await Bun.sleep(Math.max(0, due - performance.now()))
    pending.push(send(`caller ${id}`))
  }
  await Promise.all(pending)
  return { accepted, attempts, sent, made: workMs / (performance.now() - start) }
}

function openLoopRows(rounds: readonly Round[]): Row[] {
  const over = (share: number, base: 'alone' | 'runs') =>
    rounds.map((round) => quantile(round.accepted, share) / quantile(round[base], share))
  const late = over(0.95, 'alone')
  const busy = rounds.map(({ made, capacity }) => made / capacity)
  const attempts = rounds.flatMap((round) => round.attempts)
  const within = (most: number) =>
    attempts.filter((count) => count <= most).length / attempts.length
  const counts = rounds.map(({ sent, accepted }) => `${accepted.length} of ${sent}`).join(', ')
  return [
    {
      name: 'at ten times the capacity: p95 of accepted requests relative to p95 unloaded',
      figure: median(late).toFixed(2),
      aim: 'at most 2',
      met: median(late) <= 2,
      detail: `short models; accepted ${counts}; p50 ${median(over(0.5, 'alone')).toFixed(2)} times unloaded; over their run times p95 ${median(over(0.95, 'runs')).toFixed(2)}, p50 ${median(over(0.5, 'runs')).toFixed(2)}`,
      samples: late,
    },
    {
      name: 'the same: slices completed, relative to two clients at capacity',
      figure: median(busy).toFixed(2),
      aim: 'at least 0.9',
      met: median(busy) >= 0.9,
      detail: 'each slice is weighted by its run time alone',
      samples: busy,
    },
    {
      name: 'the same: callers that obey Retry-After and are accepted by their second retry',
      figure: within(3).toFixed(2),
      aim: 'at least 0.9',
      met: within(3) >= 0.9,
      detail: `${attempts.length} slices of ${obedientCallers} callers; ${within(1).toFixed(2)} on the first attempt, ${within(2).toFixed(2)} by the first retry`,
    },
  ]
}

function checkNothingLeft({ folder }: SlicerBench): void {
  const left = readdirSync(join(folder, 'work')).flatMap((name) =>
    readdirSync(join(folder, 'work', name)),
  )
  if (left.length > 0) throw new Error(`files left behind: ${left.join(', ')}`)
}
