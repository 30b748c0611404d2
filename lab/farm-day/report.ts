// Results of a day, in figures and as text.
import type { Doing, Hours } from './hours.ts'
import type { PressKind } from './person.ts'
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
  /** null unless one person ran the farm. */
  readonly person: PersonFigures | null
  readonly events: ReadonlyMap<string, number>
  readonly requests: number
  readonly seconds: number
}

export type PersonFigures = {
  readonly presses: Readonly<Record<PressKind, number>>
  /** Number of plates that were taken off and cleared by a press. */
  readonly plates: number
  readonly parcels: number
  readonly labelsOpened: number
  /** Labels that the carrier service sold. */
  readonly labelsSold: number
  /** Hours of work: plates, repairs, spools and parcels. */
  readonly hours: number
}

/** Targets of a day. */
export const demands = {
  printingShare: 0.85,
  platesPerPart: 0.5,
  /** Presses of one person for each plate and each parcel. The person presses once, and a page that needs more fails the run. */
  presses: 1,
} as const

export function figuresOf(
  world: World,
  hours: Hours,
  {
    startedMs,
    seconds,
    leastPlates,
    sold,
  }: {
    readonly startedMs: number
    readonly seconds: number
    readonly leastPlates: number
    /** Labels that were sold to one person. */
    readonly sold: { readonly labels: number } | null
  },
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
    person: personOf(world, sold?.labels ?? 0),
    events: world.tally,
    requests: world.program.requests,
    seconds,
  }
}

function personOf({ person, tally, floor }: World, labelsSold: number): PersonFigures | null {
  if (person === null) return null
  const { presses, labelsOpened } = person
  return {
    presses,
    plates: tally.get('plates taken off') ?? 0,
    parcels: tally.get('orders shipped') ?? 0,
    labelsOpened,
    labelsSold,
    hours: floor.busySeconds / 3600,
  }
}

/**
 * Returns the targets that the figures miss, as sentences. One person cannot keep all printers printing, so the targets are then those of
 * the presses.
 */
export function shortfalls({ printingShare, platesPerPart, person }: Figures): readonly string[] {
  const short: string[] = []
  if (person !== null) {
    const { presses, plates, parcels, labelsSold } = person
    if (presses.plate > demands.presses * plates) {
      short.push(`${presses.plate} presses, ${plates} plates`)
    }
    if (presses.parcel > demands.presses * parcels) {
      short.push(`${presses.parcel} presses, ${parcels} parcels`)
    }
    if (labelsSold !== parcels) short.push(`${labelsSold} labels were sold for ${parcels} parcels`)
    return short
  }
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
  const { orders, parts, person, promises, minutesWithWork } = figures
  const lines = [
    `${figures.printers} printers, ${orders.all} orders: ${orders.printed} printed, ${orders.cancelled} cancelled, in ${figures.hours.toFixed(1)} h`,
    `printing ${percent(figures.printingShare)} of the hours in which work waited (${figures.printedHours.toFixed(0)} h printed in all)`,
    ...[...minutesWithWork]
      .toSorted(([, one], [, other]) => other - one)
      .map(([doing, minutes]) => `  ${(minutes / 60).toFixed(1).padStart(7)} h ${doing}`),
    `${figures.plates} plates for ${figures.partsOrdered} parts: ${figures.platesPerPart.toFixed(2)} plates a part (${figures.partsBegun} parts were begun)`,
    `  at least ${figures.leastPlates} plates, had all been known at once and nothing failed; ${figures.platesLost} plates were lost`,
    `${parts.made} parts made: ${parts.good} good, ${parts.scrap} scrap, ${parts.discarded} thrown away`,
    ...(person === null ? [] : personLines(person)),
    `promises: ${promises.kept} kept, ${promises.late} late, ${promises.overtaken} late although less urgent work was preferred`,
    ...[...figures.events]
      .toSorted()
      .map(([name, times]) => `  ${String(times).padStart(7)} ${name}`),
    `${figures.requests} requests of the farm's programs, ${figures.seconds.toFixed(0)} s`,
  ]
  return lines.join('\n')
}

const personLines = ({ presses, plates, parcels, ...person }: PersonFigures): string[] => [
  `one person, ${person.hours.toFixed(1)} h of work: ${presses.plate} presses for ${plates} plates, ${presses.parcel} for ${parcels} parcels, ${presses.accept} to accept the orders`,
  `  ${(presses.plate / plates).toFixed(2)} presses a plate, ${(presses.parcel / parcels).toFixed(2)} a parcel, as each is pressed once: a page that needs more fails the run`,
  `  ${person.labelsSold} labels sold, ${person.labelsOpened} label files opened`,
]

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
