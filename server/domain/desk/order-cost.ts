// What an order costs the farm and leaves it: filament, printer hours, postage and the processor's fee against what was paid. For operators
// only. Prices never depend on it.

import { secondsOfCentihours } from '../base/centihours.ts'
import type { OrderId } from '../base/order-id.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import { isPaid } from '../orders/payment.ts'
import { isRefundedInFull } from '../orders/refund.ts'
import { isClosed } from '../orders/status.ts'
import { isShipped } from '../orders/tracking.ts'
import { type CostRates, parcelCents } from './cost-rates.ts'

/** A print job that was not cancelled. */
export type JobWork = {
  /** null where the order has one line. */
  readonly line: number | null
  readonly isDone: boolean
  /** On its plate; once it is done, good and scrap. */
  readonly parts: number
  /** 0 before it is done. */
  readonly good: number
  /** At the printer, else as planned. */
  readonly seconds: number
  /** Those of its file, for all its parts; its share of a plate that several jobs share. null = no file says. */
  readonly milligrams: number | null
}

export type OrderWork = {
  readonly jobs: readonly JobWork[]
  /** What the ledger has as fees of the order; null before any was booked. */
  readonly feeCents: number | null
}

export type OrderWorkReader = {
  /** The work of every one of the orders, by id. */
  readonly read: (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<string, OrderWork>>
}

export type OrderCost = {
  readonly milligrams: number
  readonly seconds: number
  readonly filamentCents: number
  readonly printerCents: number
  readonly postageCents: number
  /** null: the books do not have it yet. */
  readonly feeCents: number | null
  /** The total of a paid order, gift card included. */
  readonly paidCents: number
  /** Refunds that were confirmed, and what disputes took. */
  readonly returnedCents: number
  /** Below 0 when the order costs more than it brought. */
  readonly marginCents: number
  /** Whether some of it is not printed yet, and counts with its planned figures. */
  readonly isPlanned: boolean
}

export type CostDeps = { readonly orderCosts: OrderWorkReader; readonly costRates: CostRates }

/** Costs by order id, without orders that are neither paid nor printed. */
export async function readOrderCosts(
  { orderCosts, costRates }: CostDeps,
  orders: readonly Order[],
  lines: ReadonlyMap<string, readonly OrderLine[]>,
): Promise<ReadonlyMap<string, OrderCost>> {
  const works = await orderCosts.read(orders.map(({ id }) => id))
  return new Map(
    orders.flatMap((order) => {
      const work = works.get(order.id) ?? { jobs: [], feeCents: null }
      const cost = costOf({ order, lines: lines.get(order.id) ?? [], work }, costRates)
      return cost === null ? [] : [[order.id, cost] as const]
    }),
  )
}

type Costed = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly work: OrderWork
}

/** null of an order that is neither paid nor printed. */
export function costOf({ order, lines, work }: Costed, rates: CostRates): OrderCost | null {
  const { status, price, refundedCents, lostCents, address } = order
  if (!isPaid(order) && work.jobs.length === 0) return null
  // Nothing more is printed of it, and it is not sent.
  const isDropped = isClosed(status) || (isRefundedInFull(order) && !isShipped(status))
  const jobs = work.jobs.filter(({ isDone }) => isDone || !isDropped)
  const printed = lines.map((line) => workOfLine(line, jobs, isDropped))
  const milligrams = sumOf(printed, (line) => line.milligrams)
  const seconds = sumOf(printed, (line) => line.seconds)
  const filament = sumOf(
    printed,
    (line) => line.milligrams * rates.filamentCentsPerKg[line.material],
  )
  const filamentCents = Math.round(filament / 1e6)
  const printerCents = Math.round((seconds * rates.printerHourCents) / 3600)
  const postageCents = isDropped ? 0 : parcelCents(rates, address.country)
  const paidCents = isPaid(order) ? price.totalCents : 0
  const returnedCents = refundedCents + lostCents
  const costs = filamentCents + printerCents + postageCents + (work.feeCents ?? 0)
  const isPrinted = status === 'PRINTED' || isShipped(status)
  return {
    milligrams,
    seconds,
    filamentCents,
    printerCents,
    postageCents,
    feeCents: work.feeCents,
    paidCents,
    returnedCents,
    marginCents: paidCents - returnedCents - costs,
    isPlanned: !isDropped && !isPrinted,
  }
}

/** Its jobs, and the parts without one: printed by hand, or not queued yet. */
function workOfLine(line: OrderLine, all: readonly JobWork[], isDropped: boolean) {
  const { options, price, plannedSeconds = null, place } = line
  const { quantity, material } = options
  const jobs = all.filter((job) => (job.line ?? 1) === place)
  const inJobs = sumOf(jobs, ({ isDone, good, parts }) => (isDone ? good : parts))
  const left = isDropped ? 0 : Math.max(0, quantity - inJobs)
  const milligramsPerPart = 1000 * price.gramsPerPart
  const secondsOfAll = plannedSeconds ?? quantity * secondsOfCentihours(price.centihoursPerPart)
  return {
    material,
    milligrams:
      left * milligramsPerPart +
      sumOf(jobs, ({ milligrams, parts }) => milligrams ?? parts * milligramsPerPart),
    seconds: Math.round((left * secondsOfAll) / quantity) + sumOf(jobs, ({ seconds }) => seconds),
  }
}

const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0)
