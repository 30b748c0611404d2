// Plates of several orders: what it takes to plan all open parts anew and to place one new order, and how densely parts lie, beside
// spyrrow, which packs the same outlines into a strip.
import { type ArrangedCopy, arrange } from '../../server/domain/planning/arrange/arrange.ts'
import { gapMm, marginMm, type PlateBed } from '../../server/domain/planning/arrange/plate-bed.ts'
import {
  type OpenJob,
  type PlateBounds,
  type SharedPlate,
  sharePlates,
} from '../../server/domain/planning/arrange/share-plates.ts'
import type { Silhouette } from '../../server/domain/planning/arrange/silhouette.ts'
import { faultsOf } from '../../test/domain/planning/silhouettes.ts'
import { median, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { peersPython } from '../peers/places.ts'
import {
  openJobs,
  type Random,
  randomOf,
  randomShape,
  type Shape,
  silhouetteOf,
} from './open-parts.ts'

const openParts = 5_000
const aims = { anewMs: 2_000, orderMs: 50 }
const bounds: PlateBounds = {
  maxSeconds: 20 * 3600,
  maxOrders: 8,
  maxCopies: 50,
  maxTriangles: 1_000_000,
  rivals: () => [],
}
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
  const [anew, one]: [number[], number[]] = [[], []]
  let plates: readonly SharedPlate[] = []
  for (let round = 0; round < rounds; round++) {
    // New silhouettes in every round: what is computed of one is kept with it, and a worker that starts has none.
    const jobs = openJobs(randomOf(1), openParts)
    const planned = timed(() => sharePlates(jobs, beds, bounds))
    plates = planned.result
    if (round === 0) checkPlates(jobs, plates)
    const later = openJobs(randomOf(1), openParts)
    const order = openJobs(randomOf(100 + round), 1).map((job) => ({
      ...job,
      id: 'new',
      orderId: 'new',
      rank: later.length,
    }))
    const placed = timed(() => sharePlates([...later, ...order], beds, bounds, plates))
    if (round === 0) checkPlates([...later, ...order], placed.result)
    anew.push(planned.ms)
    one.push(placed.ms)
    step(round + 1, rounds + 1)
  }
  const strip = benchStrip(choose(5, 2), choose(20, 5))
  step(rounds + 1, rounds + 1)
  return [anewRow(anew, plates), orderRow(one), ...strip]
}

const anewRow = (samples: readonly number[], plates: readonly SharedPlate[]): Row => ({
  name: '5,000 open parts laid on shared plates',
  figure: `${median(samples).toFixed(0)} ms`,
  aim: `under ${aims.anewMs} ms`,
  met: median(samples) < aims.anewMs,
  detail: `processor time, silhouettes not seen before; ${plates.length} plates`,
  samples,
})

const orderRow = (samples: readonly number[]): Row => ({
  name: 'one new order beside 5,000 parts on plates',
  figure: `${median(samples).toFixed(1)} ms`,
  aim: `under ${aims.orderMs} ms`,
  met: median(samples) < aims.orderMs,
  detail: 'processor time, silhouettes not seen before',
  samples,
})

function timed<T>(run: () => T): { readonly ms: number; readonly result: T } {
  const before = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, result }
}

/** Throws unless each copy of each job is on one plate, apart from the others and inside. */
function checkPlates(jobs: readonly OpenJob[], plates: readonly SharedPlate[]): void {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const wanted = jobs.flatMap(({ id, copies }) => Array<string>(copies).fill(id))
  const placed = plates.flatMap(({ copies }) => copies.map(({ part }) => part))
  if (wanted.toSorted().join() !== placed.toSorted().join()) {
    throw new Error(`${placed.length} of ${wanted.length} copies are on plates`)
  }
  // Each tenth plate: the check compares cells one by one.
  for (const { bed, copies } of plates.filter((_, at) => at % 10 === 0)) {
    checkLayout(bed, copies, (id) => byId.get(id)?.silhouette)
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
/** Inside the margins of the farm's own bed. */
const stripDepthMm = 310

const partsOf = (random: Random): readonly StripPart[] =>
  Array.from({ length: stripParts }, (_, at) => {
    const shape = randomShape(random)
    return { id: `part-${at}`, shape, silhouette: silhouetteOf(shape) }
  })

/** The length of a strip as deep as the farm's bed that 40 parts take; nothing where spyrrow is not installed. */
function benchStrip(sets: number, seconds: number): readonly Row[] {
  const lengths = Array.from({ length: sets }, (_, at) => {
    const parts = partsOf(randomOf(50 + at))
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
      detail: `spyrrow packs for ${seconds} s, this takes ${median(lengths.map(({ own }) => own.ms)).toFixed(0)} ms`,
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
