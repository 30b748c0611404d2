// Activity of the printers, minute by minute.

import type { SimPrinter } from './printer.ts'
import { isReadyFor, isWorkFor, readWaiting, type WaitingJob } from './queue.ts'
import type { World } from './world.ts'

/** Activity of a printer in a minute in which work waits for it. */
export type Doing =
  | 'printing'
  | 'waits for its plate to be cleared'
  | 'is being repaired or cleaned'
  | 'is paused'
  | 'is out of contact'
  | 'is in maintenance'
  | 'gets another spool'
  | 'waits for a slice'
  | 'asks soon'

export class Hours {
  /** Minutes by activity, while work waited for the printer. */
  readonly withWork = new Map<Doing, number>()
  /** Minutes in which printers printed. */
  printing = 0

  /**
   * Records one minute and wakes idle printers that could print something. Call it once a minute. Returns the waiting
   * jobs.
   */
  async note(world: World): Promise<readonly WaitingJob[]> {
    const waiting = await readWaiting(world.stage.pool)
    const standing = new Map<SimPrinter, readonly WaitingJob[]>()
    for (const printer of world.printers) {
      const work = waiting.filter((job) => isWorkFor(printer, job))
      if (printer.state === 'printing') this.printing += 1
      if (work.length === 0) continue
      if (printer.state === 'printing') {
        this.#add('printing')
      } else {
        standing.set(printer, work)
      }
      if (work.some((job) => isReadyFor(printer, job))) printer.wake()
    }
    // A job waits for one printer, however many could print it.
    for (const printer of withJobOfTheirOwn(standing)) {
      this.#add(doingOf(printer, standing.get(printer) ?? []))
    }
    return waiting
  }

  #add(doing: Doing): void {
    this.withWork.set(doing, (this.withWork.get(doing) ?? 0) + 1)
  }

  /** Returns the printing minutes divided by all minutes with work, 0 to 1. */
  printingShare(): number {
    const all = [...this.withWork.values()].reduce((sum, minutes) => sum + minutes, 0)
    return all === 0 ? 1 : (this.withWork.get('printing') ?? 0) / all
  }
}

/** Returns the largest set of printers that can each have a separate job (augmenting paths). */
function withJobOfTheirOwn(
  standing: ReadonlyMap<SimPrinter, readonly WaitingJob[]>,
): readonly SimPrinter[] {
  const takenBy = new Map<string, SimPrinter>()
  const find = (printer: SimPrinter, seen: Set<string>): boolean =>
    (standing.get(printer) ?? []).some(({ id }) => {
      if (seen.has(id)) return false
      seen.add(id)
      const other = takenBy.get(id)
      if (other !== undefined && !find(other, seen)) return false
      takenBy.set(id, printer)
      return true
    })
  return [...standing.keys()].filter((printer) => find(printer, new Set()))
}

function doingOf(printer: SimPrinter, work: readonly WaitingJob[]): Doing {
  switch (printer.state) {
    case 'printing':
      return 'printing'
    case 'paused':
      return 'is paused'
    case 'full':
      return 'waits for its plate to be cleared'
    case 'broken':
      return 'is being repaired or cleaned'
    case 'idle': {
      if (printer.isInMaintenance) return 'is in maintenance'
      if (printer.isReserved) return 'gets another spool'
      if (!printer.isConnected) return 'is out of contact'
      const isSliced = work.some(({ slices }) => slices[printer.profile] === 'sliced')
      return isSliced ? 'asks soon' : 'waits for a slice'
    }
  }
}
