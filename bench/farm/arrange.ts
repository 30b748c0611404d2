// Plates of several orders: the cost of planning all open parts from the start and of placing one
// new order, and the density of the parts compared with spyrrow, which packs the same outlines into
// a strip.

import { orderIdOf } from '../../server/domain/base/ids/order-id.ts'
import { printJobIdOf } from '../../server/domain/base/ids/print-job-id.ts'
import { type ArrangedCopy, arrange } from '../../server/domain/planning/arrange/arrange.ts'
import { gapMm, marginMm, type PlateBed } from '../../server/domain/planning/arrange/plate-bed.ts'
import type { OpenJob } from '../../server/domain/planning/arrange/share-plates.ts'
import type { Silhouette } from '../../server/domain/planning/arrange/silhouette.ts'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { faultsOf } from '../../testing/models/silhouettes.ts'
import { type Random, seededRandom } from '../../testing/seeded-random.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { peersPython } from '../peers/places.ts'
import { openJobs, randomShape, type Shape, silhouetteOf } from './open-parts.ts'
import { openFarm, type PlannedFarm } from './planned-farm.ts'
import { startSlicerArrange } from './slicer-arrange.ts'

const openParts = 5_000
/** Share of a plate, by area or hours, from which a job gets a separate plate. */
const leastShared = 0.95
const aims = { anewMs: 2_000, orderMs: 50 }
const beds: readonly PlateBed[] = [
  { widthMm: 220, depthMm: 220, heightMm: 250, shape: 'rectangle' },
  { widthMm: 250, depthMm: 250, heightMm: 300, shape: 'round' },
  { widthMm: 340, depthMm: 320, heightMm: 340, shape: 'rectangle' },
]

export async function benchArrange({
  choose,
  step,
}: Pick<Bench, 'choose' | 'step'>): Promise<readonly Row[]> {
  const rounds = choose(7, 3)
  const steps = rounds + 2
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) {
    samples.push(await planRound(round))
    step(round + 1, steps)
  }
  const strip = benchStrip(choose(5, 2), choose(20, 5))
  step(rounds + 1, steps)
  const slicer = benchSlicer(choose(3, 1))
  step(steps, steps)
  return [anewRow(samples), orderRow(samples), heldRow(samples), ...strip, ...slicer]
}

type Sample = {
  readonly anewMs: number
  readonly orderMs: number
  readonly heldMs: number
  readonly plates: number
}

/**
 * Runs the planner of a new worker, then adds one order. Its silhouettes are new, because computed
 * data of known silhouettes is cached.
 */
async function planRound(round: number): Promise<Sample> {
  const jobs = openJobs(seededRandom(1), openParts)
  const farm = openFarm(beds, jobs)
  const anewMs = await timedRound(farm)
  if (round === 0) checkPlates(farm, jobs)
  const plates = farm.plates().length
  const more = openJobs(seededRandom(100 + round), 1).map((job) => ({
    ...job,
    id: printJobIdOf('new'),
    orderId: orderIdOf('new'),
  }))
  for (const job of more) farm.add(job)
  const orderMs = await timedRound(farm)
  if (round === 0) checkPlates(farm, [...jobs, ...more])
  return { anewMs, orderMs, heldMs: farm.heldMs(), plates }
}

async function timedRound(farm: PlannedFarm): Promise<number> {
  const before = process.cpuUsage()
  await farm.plan()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function anewRow(samples: readonly Sample[]): Row {
  const ms = samples.map(({ anewMs }) => anewMs)
  return {
    name: '5,000 open parts laid on shared plates',
    figure: `${median(ms).toFixed(0)} ms`,
    aim: `under ${aims.anewMs} ms`,
    met: median(ms) < aims.anewMs,
    detail: `processor time of the planner, new silhouettes; ${samples[0]?.plates} plates`,
    samples: ms,
  }
}

function orderRow(samples: readonly Sample[]): Row {
  const ms = samples.map(({ orderMs }) => orderMs)
  return {
    name: 'one new order beside 5,000 parts on plates',
    figure: `${median(ms).toFixed(1)} ms`,
    aim: `under ${aims.orderMs} ms`,
    met: median(ms) < aims.orderMs,
    detail: 'processor time of the planner, which knows the other parts',
    samples: ms,
  }
}

/**
 * Returns the row for the longest turn. A turn takes 4 ms and one step; for a new part, the step
 * computes the cached data.
 */
function heldRow(samples: readonly Sample[]): Row {
  const ms = samples.map(({ heldMs }) => heldMs)
  return {
    name: 'longest hold of the event loop by the planner',
    figure: `${median(ms).toFixed(1)} ms`,
    aim: 'reported',
    met: null,
    detail: 'processor time in both rounds, garbage collection included',
    better: 'less',
    samples: ms,
  }
}

function timed<T>(run: () => T): { readonly ms: number; readonly result: T } {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, result }
}

/**
 * Throws unless each copy is on one plate, and the copies on a plate belong to its jobs, do not
 * overlap and are inside.
 */
function checkPlates(farm: PlannedFarm, jobs: readonly OpenJob[]): void {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const plates = farm.plates()
  const ids = plates.flatMap((plate) => plate.jobs.map(({ id }) => id))
  if (new Set(ids).size !== ids.length) throw new Error('a job is on two plates')
  if (ids.length < jobs.length * leastShared) {
    throw new Error(`${ids.length} of ${jobs.length} jobs share plates`)
  }
  for (const [at, plate] of plates.entries()) {
    const copies = plate.jobs.flatMap(({ id, place }) =>
      place.copies.map((copy) => ({ part: id, ...copy })),
    )
    const wanted = plate.jobs.reduce((sum, { id }) => sum + (byId.get(id)?.copies ?? 0), 0)
    if (copies.length !== wanted) throw new Error(`${copies.length} of ${wanted} copies are placed`)
    const bed = plate.jobs[0]?.place.bed
    // Check every tenth plate, because the check compares single cells.
    if (at % 10 === 0 && bed !== undefined) {
      checkLayout(bed, copies, (id) => byId.get(printJobIdOf(id))?.silhouette)
    }
  }
}

function checkLayout(
  bed: PlateBed,
  copies: readonly ArrangedCopy[],
  silhouetteOfPart: (id: string) => Silhouette | undefined,
): void {
  const faults = faultsOf(bed, copies, (id) => {
    const silhouette = silhouetteOfPart(id)
    if (silhouette === undefined) throw new Error(`no part ${id}`)
    return silhouette
  })
  if (faults.length > 0) throw new Error(faults.join('; '))
}

type StripPart = { readonly id: string; readonly shape: Shape; readonly silhouette: Silhouette }

const stripParts = 40
/** Depth of the farm's bed inside its margins. */
const stripDepthMm = 310

const partsOf = (random: Random): readonly StripPart[] =>
  Array.from({ length: stripParts }, (_, at) => {
    const shape = randomShape(random)
    return { id: `part-${at}`, shape, silhouette: silhouetteOf(shape) }
  })

/**
 * Measures the length of a strip with the depth of the farm's bed that 40 parts take. Returns no
 * rows where spyrrow is not installed.
 */
function benchStrip(sets: number, seconds: number): readonly Row[] {
  const lengths = Array.from({ length: sets }, (_, at) => {
    const parts = partsOf(seededRandom(50 + at))
    return { own: ownLengthMm(parts), peer: spyrrowLengthMm(parts, seconds) }
  })
  const ratios = lengths.flatMap(({ own, peer }) => (peer === null ? [] : [own.mm / peer]))
  if (ratios.length === 0) return []
  return [
    {
      name: 'length of plate for 40 parts / spyrrow',
      figure: median(ratios).toFixed(3),
      aim: 'reported',
      met: null,
      detail: `spyrrow packs for ${seconds} s, our planner takes ${median(lengths.map(({ own }) => own.ms)).toFixed(0)} ms`,
      better: 'less',
      samples: ratios,
    },
  ]
}

function ownLengthMm(parts: readonly StripPart[]): { readonly mm: number; readonly ms: number } {
  const bed: PlateBed = {
    widthMm: stripDepthMm + 2 * marginMm,
    depthMm: 3000,
    heightMm: 100,
    shape: 'rectangle',
  }
  const byId = new Map(parts.map((part) => [part.id, part]))
  const { result, ms } = timed(() =>
    arrange(
      bed,
      parts.map(({ id, silhouette }) => ({ id, silhouette, copies: 1 })),
    ),
  )
  if (result === null) throw new Error('the strip is too short')
  checkLayout(bed, result, (id) => byId.get(id)?.silhouette)
  const tops = result.map(({ part, yMm, turnDegrees }) => {
    const { widthMm, depthMm } = byId.get(part)?.shape ?? { widthMm: 0, depthMm: 0 }
    return yMm + (turnDegrees % 180 === 0 ? depthMm : widthMm) / 2
  })
  return { mm: Math.max(...tops) + bed.depthMm / 2 - marginMm, ms }
}

function spyrrowLengthMm(parts: readonly StripPart[], seconds: number): number | null {
  const python = peersPython()
  if (python === null) return null
  const script = new URL('./strip_spyrrow.py', import.meta.url).pathname
  const job = {
    depth: stripDepthMm,
    gap: gapMm,
    seconds,
    seed: 1,
    parts: parts.map(({ id, shape }) => ({ id, outline: shape.outline, copies: 1 })),
  }
  const run = Bun.spawnSync([python, script], {
    stdin: Buffer.from(JSON.stringify(job)),
    stderr: 'pipe',
  })
  if (!run.success) {
    console.error(run.stderr.toString().trim().split('\n').at(-1))
    return null
  }
  const { length, placed }: { length: number; placed: number } = JSON.parse(run.stdout.toString())
  if (placed !== parts.length) throw new Error(`spyrrow placed ${placed} of ${parts.length}`)
  return length
}

const slicerParts = 60

/**
 * Counts the plates for 60 parts, filling each in order. Returns no rows where the slicer is not
 * installed.
 */
function benchSlicer(sets: number): readonly Row[] {
  const slicer = findSlicer(null)
  const [bed] = beds
  if (slicer === null || bed === undefined) return []
  const counts = Array.from({ length: sets }, (_, at) => {
    const random = seededRandom(80 + at)
    const shapes = Array.from({ length: slicerParts }, () => randomShape(random))
    const parts = shapes.map((shape, id) => ({
      id: `${id}`,
      silhouette: silhouetteOf(shape),
      copies: 1,
    }))
    const own = platesOf(slicerParts, (from, to) => arrange(bed, parts.slice(from, to)) !== null)
    const peer = startSlicerArrange(slicer, bed, shapes)
    try {
      return { own, peer: platesOf(slicerParts, peer.fit) }
    } finally {
      peer.end()
    }
  })
  const sum = (which: 'own' | 'peer') => counts.reduce((total, count) => total + count[which], 0)
  return [
    {
      name: 'plates for 60 parts / the slicer’s own arrangement',
      figure: (sum('own') / sum('peer')).toFixed(2),
      aim: 'reported',
      met: null,
      detail: `${sum('own')} and ${sum('peer')} plates of ${bed.widthMm} x ${bed.depthMm} mm; the slicer turns no part`,
      better: 'less',
      samples: counts.map(({ own, peer }) => own / peer),
    },
  ]
}

/**
 * Returns the number of plates that `count` parts take in their order. `fit` returns whether a
 * range of parts fits one plate. Throws when a single part does not fit.
 */
function platesOf(count: number, fit: (from: number, to: number) => boolean): number {
  let plates = 0
  for (let from = 0; from < count; plates++) {
    let to = from + 1
    if (!fit(from, to)) throw new Error(`part ${from} does not fit the bed`)
    while (to < count && fit(from, to + 1)) to++
    from = to
  }
  return plates
}
