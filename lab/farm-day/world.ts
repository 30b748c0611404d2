// Shared by all parts of a day.
import type { Dice } from '../lib/dice.ts'
import type { Agenda } from './agenda.ts'
import type { FarmProgram } from './farm-program.ts'
import type { Floor } from './floor.ts'
import type { Ledger, Print } from './ledger.ts'
import type { Person } from './person.ts'
import type { OrderPlan } from './plan.ts'
import type { SimPrinter } from './printer.ts'
import type { Stage } from './stage.ts'

/** An order from the point of view of the observer of the day. */
export type DayOrder = {
  readonly code: string
  readonly plan: OrderPlan
  /** The promised ship date. */
  readonly dueMs: number
  isAccepted: boolean
  isHeld: boolean
  isCancelled: boolean
  /** Time at which its last part was good; null while some are missing. */
  doneAtMs: number | null
  isShipped: boolean
  /** Claims of less urgent work, by printers that could have printed this order in time. */
  readonly overtakenBy: string[]
}

/** Events so far, by name. */
export type Tally = Map<string, number>

export type World = {
  readonly stage: Stage
  readonly agenda: Agenda
  readonly dice: Dice
  readonly program: FarmProgram
  readonly ledger: Ledger
  readonly floor: Floor
  /** null: several people, whose work at the desk is not counted. */
  readonly person: Person | null
  /** Orders by code. */
  readonly orders: Map<string, DayOrder>
  readonly printers: SimPrinter[]
  readonly tally: Tally
  /** Number of jobs that waited at the last reading of the queue: without any, the worker need not read it again. */
  readonly queue: { waiting: number }
}

export function tick({ tally }: Pick<World, 'tally'>, name: string, times = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + times)
}

/** Throws for a code that no order of the day has. */
export function orderOf({ orders }: Pick<World, 'orders'>, code: string): DayOrder {
  const order = orders.get(code)
  if (order === undefined) throw new Error(`no order ${code}`)
  return order
}

/** Returns whether the parts are still to be printed now. */
export const isWanted = (world: Pick<World, 'orders'>, code: string): boolean => {
  const { isHeld, isCancelled } = orderOf(world, code)
  return !isHeld && !isCancelled
}

export const lapsed = 'its lease ran out'
/** All orders on the plate are held. */
export const unwanted = 'its order is held'

/** Returns why the printer has to stop, or may no longer report; null: the claim is in force. */
export function endOfClaim(world: World, print: Print): string | null {
  if (print.takenBack !== null) return print.takenBack
  if (world.agenda.nowMs() > print.leasedUntilMs) return lapsed
  return print.jobs.some(({ orderCode }) => isWanted(world, orderCode)) ? null : unwanted
}

/** Records counts, and when the order was complete. */
export function count(
  world: World,
  print: Print,
  counts: readonly { readonly jobId: string; readonly good: number; readonly scrap: number }[],
): void {
  world.ledger.count(print, counts, (code) => orderOf(world, code).isCancelled)
  for (const { orderCode } of print.jobs) {
    const order = orderOf(world, orderCode)
    if (order.isCancelled) continue
    const isDone = world.ledger.goodOf(orderCode) >= order.plan.quantity
    if (isDone) order.doneAtMs ??= world.agenda.nowMs()
  }
}
