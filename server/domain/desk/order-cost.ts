// The farm's cost of an order and the margin: filament, printer hours, labels or postage, and the processor's fee
// compared with the payment. For operators only. Prices never depend on it.

import type { OrderId } from '../base/ids/order-id.ts'
import { secondsOfCentihours } from '../base/time/centihours.ts'
import type { Order } from '../orders/record/order.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'
import { isPaid } from '../orders/record/payment.ts'
import { isClosed } from '../orders/record/status.ts'
import { isShipped } from '../orders/record/tracking.ts'
import { isRefundedInFull } from '../orders/reversals/refund.ts'
import { type CostRates, parcelCents } from './cost-rates.ts'
import { costCurrency, type LabelCost } from './postage.ts'

/** A print job that was not cancelled. */
export type JobWork = {
  /** null if the order has one line. */
  readonly line: number | null
  readonly isDone: boolean
  /** Number of parts on its plate; for a finished job, good parts plus scrap. */
  readonly parts: number
  /** 0 before the job is done. */
  readonly good: number
  /** As measured at the printer, otherwise as planned. */
  readonly seconds: number
  /**
   * Filament of the job's file for all its parts; for a shared plate, the job's share. null = the file does not state
   * it.
   */
  readonly milligrams: number | null
}

export type OrderCostInput = {
  readonly jobs: readonly JobWork[]
  /** Fees of the order in the ledger; null before any fee is booked. */
  readonly feeCents: number | null
  /** Labels that were bought at the desk, by currency. */
  readonly labels: readonly LabelCost[]
}

export type OrderWorkReader = {
  /** Returns the work of each order by id. */
  readonly read: (orderIds: readonly OrderId[]) => Promise<ReadonlyMap<string, OrderCostInput>>
}

export type OrderCost = {
  readonly milligrams: number
  readonly seconds: number
  readonly filamentCents: number
  readonly printerCents: number
  /** Cost of the labels; a parcel as configured if they were not bought at the desk, or in another currency. */
  readonly postageCents: number
  /** Part of the payment for postage. */
  readonly chargedPostageCents: number
  /** `none`: the order was closed, or refunded in full before it shipped. */
  readonly parcel: 'planned' | 'shipped' | 'none'
  /** Labels that were bought at the desk, by currency; empty = not bought there. */
  readonly labels: readonly LabelCost[]
  /** null = not booked yet. */
  readonly feeCents: number | null
  /** The total of a paid order, including gift cards. */
  readonly paidCents: number
  /** Confirmed refunds and amounts lost in disputes. */
  readonly returnedCents: number
  /** Negative if the order costs more than it earned. */
  readonly marginCents: number
  /** Whether a part of the work is unprinted and therefore uses planned figures. */
  readonly isPlanned: boolean
}

export type CostDeps = { readonly orderCosts: OrderWorkReader; readonly costRates: CostRates }

/** Returns costs by order id, without orders that are neither paid nor printed. */
export async function readOrderCosts(
  { orderCosts, costRates }: CostDeps,
  orders: readonly Order[],
  lines: ReadonlyMap<string, readonly OrderLine[]>,
): Promise<ReadonlyMap<string, OrderCost>> {
  const works = await orderCosts.read(orders.map(({ id }) => id))
  return new Map(
    orders.flatMap((order) => {
      const work = works.get(order.id) ?? { jobs: [], feeCents: null, labels: [] }
      const cost = costOf({ order, lines: lines.get(order.id) ?? [], work }, costRates)
      return cost === null ? [] : [[order.id, cost] as const]
    }),
  )
}

type Costed = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly work: OrderCostInput
}

/** Returns null for an order that is neither paid nor printed. */
export function costOf({ order, lines, work }: Costed, rates: CostRates): OrderCost | null {
  const { status, price, refundedCents, lostCents, address } = order
  if (!isPaid(order) && work.jobs.length === 0) return null
  // No more parts are printed for the order, and it is not shipped.
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
  const configuredCents = isDropped ? 0 : parcelCents(rates, address.country)
  const postageCents = labelCents(work.labels) ?? configuredCents
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
    chargedPostageCents: isPaid(order) ? price.shippingCents : 0,
    parcel: isDropped ? 'none' : isShipped(status) ? 'shipped' : 'planned',
    labels: work.labels,
    feeCents: work.feeCents,
    paidCents,
    returnedCents,
    marginCents: paidCents - returnedCents - costs,
    isPlanned: !isDropped && !isPrinted,
  }
}

/** Returns null without labels, and if a label was paid in another currency. */
const labelCents = (labels: readonly LabelCost[]): number | null =>
  labels.length > 0 && labels.every(({ currency }) => currency === costCurrency)
    ? sumOf(labels, ({ cents }) => cents)
    : null

/** Returns the line's jobs, and its parts without a job: printed manually or not queued. */
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
