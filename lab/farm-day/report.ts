// Results of a day, in figures and as text.
import type { Doing, Hours } from './hours.ts'
import type { World } from './world.ts'

export type Figures = {
  readonly printers: number
  readonly orders: { readonly all: number; readonly printed: number; readonly cancelled: number }
  /** Hours from the beginning of the day until the last order was printed. */
  readonly hours: number
  /** 0 to 1: share of the minutes in which a printer printed while work waited for it. */
  readonly printingShare: number
  readonly minutesWithWork: ReadonlyMap<Doing, number>
  readonly printedHours: number
  /** Number of printed parts of all orders. */
  readonly partsOrdered: number
  /** Number of parts on all plates that printers began, including interrupted ones. */
  readonly partsBegun: number
  /** Number of plates that an operator cleared, including interrupted prints. */
  readonly plates: number
  /** Cleared plates divided by the parts of printed orders: an interrupted print is a plate without parts. */
  readonly platesPerPart: number
  /** Lower bound for any planner that prints the same (`least-plates.ts`). */
  readonly leastPlates: number
  /** Number of plates of interrupted prints, or with discarded parts. */
  readonly platesLost: number
  readonly parts: ReturnType<World['ledger']['totals']>
  readonly promises: {
    readonly kept: number
    /** Broken promises without less urgent work that was preferred. */
    readonly late: number
    readonly overtaken: number
  }
  readonly events: ReadonlyMap<string, number>
  readonly requests: number
  readonly seconds: number
}

/** Targets of a day. */
export const demands = {
  printingShare: 0.85,
  platesPerPart: 0.5,
} as const

export function figuresOf(
  world: World,
  hours: Hours,
  {
    startedMs,
    seconds,
    leastPlates,
  }: { readonly startedMs: number; readonly seconds: number; readonly leastPlates: number },
): Figures {
  const orders = [...world.orders.values()]
  const printed = orders.filter(({ doneAtMs }) => doneAtMs !== null)
  const lastMs = Math.max(startedMs, ...printed.map(({ doneAtMs }) => doneAtMs ?? 0))
  const late = printed.filter(({ doneAtMs, dueMs }) => (doneAtMs ?? 0) > dueMs)
  const plates = world.tally.get('plates cleared') ?? 0
  const partsBegun = world.ledger.partsBegun()
  const partsOrdered = printed.reduce((sum, { plan }) => sum + plan.quantity, 0)
  return {
    printers: world.printers.length,
    orders: {
      all: orders.length,
      printed: printed.length,
      cancelled: orders.filter(({ isCancelled }) => isCancelled).length,
    },
    hours: (lastMs - startedMs) / 3_600_000,
    printingShare: hours.printingShare(),
    minutesWithWork: hours.withWork,
    printedHours: hours.printing / 60,
    partsOrdered,
    plates,
    partsBegun,
    platesPerPart: partsOrdered === 0 ? 0 : plates / partsOrdered,
    leastPlates,
    platesLost: world.ledger.prints.filter(({ outcome }) => outcome !== 'counted').length,
    parts: world.ledger.totals(),
    promises: {
      kept: printed.length - late.length,
      late: late.filter(({ overtakenBy }) => overtakenBy.length === 0).length,
      overtaken: late.filter(({ overtakenBy }) => overtakenBy.length > 0).length,
    },
    events: world.tally,
    requests: world.program.requests,
    seconds,
  }
}

/** Returns the targets that the figures miss, as sentences. */
export function shortfalls({ printingShare, platesPerPart }: Figures): readonly string[] {
  const short: string[] = []
  if (printingShare < demands.printingShare) {
    short.push(
      `printers print ${percent(printingShare)} of their hours with work, not ${percent(demands.printingShare)}`,
    )
  }
  if (platesPerPart > demands.platesPerPart) {
    short.push(`${platesPerPart.toFixed(2)} plates a part, not ${demands.platesPerPart}`)
  }
  return short
}

export function reportText(figures: Figures): string {
  const { orders, parts, promises, minutesWithWork } = figures
  const lines = [
    `${figures.printers} printers, ${orders.all} orders: ${orders.printed} printed, ${orders.cancelled} cancelled, in ${figures.hours.toFixed(1)} h`,
    `printing ${percent(figures.printingShare)} of the hours in which work waited (${figures.printedHours.toFixed(0)} h printed in all)`,
    ...[...minutesWithWork]
      .toSorted(([, one], [, other]) => other - one)
      .map(([doing, minutes]) => `  ${(minutes / 60).toFixed(1).padStart(7)} h ${doing}`),
    `${figures.plates} plates for ${figures.partsOrdered} parts: ${figures.platesPerPart.toFixed(2)} plates a part (${figures.partsBegun} parts were begun)`,
    `  at least ${figures.leastPlates} plates, had all been known at once and nothing failed; ${figures.platesLost} plates were lost`,
    `${parts.made} parts made: ${parts.good} good, ${parts.scrap} scrap, ${parts.discarded} thrown away`,
    `promises: ${promises.kept} kept, ${promises.late} late, ${promises.overtaken} late although less urgent work was preferred`,
    ...[...figures.events]
      .toSorted()
      .map(([name, times]) => `  ${String(times).padStart(7)} ${name}`),
    `${figures.requests} requests of the farm's programs, ${figures.seconds.toFixed(0)} s`,
  ]
  return lines.join('\n')
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
