// Decides which spool an operator loads: the material of most of the waiting work, on printers without a printable
// job.
import type { Material } from '../../server/domain/catalog/options.ts'
import { noColor } from '../../server/domain/catalog/options.ts'
import { isWorkFor, suits, type WaitingJob } from './queue.ts'
import type { World } from './world.ts'

type Wanted = {
  readonly material: Material
  readonly color: string
  readonly nozzleMm: number
  hours: number
  /** Time since which the first of its jobs waits. */
  sinceMs: number
  readonly jobs: WaitingJob[]
}

/** Less work is left until more has arrived, but only for a limited time. */
const worthwhileHours = 0.3
const longestMs = 3_600_000

export function loadSpools(world: World, waiting: readonly WaitingJob[]): void {
  const idle = world.printers.filter(
    ({ state, isConnected, isReserved, isInMaintenance }) =>
      state === 'idle' && isConnected && !isReserved && !isInMaintenance,
  )
  const wanted = wantedSpools(waiting)
  for (const printer of idle) {
    if (waiting.some((job) => isWorkFor(printer, job))) continue
    const [spool] = wanted
      .filter(({ nozzleMm }) => nozzleMm === printer.nozzleMm)
      .filter((candidate) => isWorthwhile(world, candidate))
      .filter(({ jobs }) => jobs.some((job) => isPrintable(printer.profile, job)))
      .toSorted((one, other) => shareOf(world, other) - shareOf(world, one))
    if (spool === undefined) continue
    const { material, color } = spool
    const slot = leastUsed(printer.spools, waiting)
    printer.isReserved = true
    world.floor.ask(world.dice.between(180, 420), () =>
      printer.loadSpool(slot, { material, color }),
    )
    // One more printer will print it.
    spool.hours /= 2
    spool.sinceMs = world.agenda.nowMs()
  }
}

const isWorthwhile = (world: World, spool: Wanted): boolean =>
  shareOf(world, spool) >= worthwhileHours || world.agenda.nowMs() - spool.sinceMs >= longestMs

const isPrintable = (profile: string, { slices }: WaitingJob): boolean =>
  !['unfit', 'failed'].includes(slices[profile] ?? '')

/** Returns the hours of work for each printer that has it, and one more. */
function shareOf({ printers }: World, { material, color, nozzleMm, hours }: Wanted): number {
  const having = printers.filter((printer) => suits(printer, { material, color, nozzleMm }))
  return hours / (having.length + 1)
}

function wantedSpools(waiting: readonly WaitingJob[]): readonly Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const job of waiting) {
    const color = job.color === noColor ? 'Black' : job.color
    const key = `${job.material} ${color} ${job.nozzleMm}`
    const known = wanted.get(key) ?? {
      material: job.material as Material,
      color,
      nozzleMm: job.nozzleMm,
      hours: 0,
      sinceMs: job.queuedMs,
      jobs: [],
    }
    known.sinceMs = Math.min(known.sinceMs, job.queuedMs)
    known.hours += job.hours
    if (job.leadId === null) known.jobs.push(job)
    wanted.set(key, known)
  }
  return [...wanted.values()]
}

/** Returns the slot whose spool the least work needs. */
function leastUsed(
  spools: readonly { slot: number; material: string; color: string }[],
  waiting: readonly WaitingJob[],
): number {
  const hours = ({ material, color }: { material: string; color: string }) =>
    waiting
      .filter((job) => job.material === material && job.color.toLowerCase() === color.toLowerCase())
      .reduce((sum, job) => sum + job.hours, 0)
  return spools.toSorted((one, other) => hours(one) - hours(other))[0]?.slot ?? 1
}
