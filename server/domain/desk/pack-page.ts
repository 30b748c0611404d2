// An order as it is packed: its parts with the counts of the print jobs, the weight of the parcel, and its declaration.
import type { BillingDeps } from '../billing/ports.ts'
import type { ParcelLabel } from '../carriers/label.ts'
import { type LabelOffer, offerOf } from '../carriers/offer-label.ts'
import { expectedGrams } from '../carriers/parcel.ts'
import type { CarrierDeps } from '../carriers/ports.ts'
import { isJobOpen, type PrintJob } from '../farm/jobs/job.ts'
import type { FarmDeps } from '../farm/ports.ts'
import type { CustomsDeclaration } from '../fulfillment/customs/declaration.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Order } from '../orders/record/order.ts'
import { listLines, type OrderLine } from '../orders/record/order-lines.ts'
import type { Refund } from '../orders/reversals/refund.ts'
import { declare } from './declare.ts'

/** Parts of a line. `open`: in print jobs that are not finished. */
export type LineCounts = { readonly good: number; readonly open: number }

export type PackLine = OrderLine & {
  /** null for an order without print jobs, whose parts are not counted. */
  readonly counts: LineCounts | null
}

export type PackPage = {
  readonly lines: readonly PackLine[]
  /** With packaging, if its weight is configured. */
  readonly parcelGrams: number
  /** null if the parcel crosses no customs border. */
  readonly declaration: CustomsDeclaration | null
  readonly refunds: readonly Refund[]
  /** Newest first. */
  readonly labels: readonly ParcelLabel[]
  readonly hasCarrierAccount: boolean
  /** Label that one press buys, and ships the order with; null = none is offered. */
  readonly offer: LabelOffer | null
  readonly now: Date
}

type PackDeps = Pick<OrderDeps, 'orderLines' | 'refunds'> &
  Pick<FarmDeps, 'printJobs'> &
  Pick<BillingDeps, 'billing'> &
  Pick<CarrierDeps, 'carriers' | 'clock' | 'labelDefault' | 'parcelLabels'>

export async function readPackPage(deps: PackDeps, order: Order): Promise<PackPage> {
  const [lines, jobs, refunds, labels] = await Promise.all([
    listLines(deps, order),
    deps.printJobs.listByOrder(order.id),
    deps.refunds.listByOrder(order.id),
    deps.parcelLabels.listByOrder(order.id),
  ])
  const now = deps.clock.now()
  return {
    lines: lines.map((line) => ({
      ...line,
      counts: jobs.length === 0 ? null : countsOf(line, jobs),
    })),
    parcelGrams: expectedGrams(lines),
    declaration: declare(deps, order, lines),
    refunds,
    labels,
    hasCarrierAccount: deps.carriers !== null,
    offer:
      deps.carriers === null
        ? null
        : offerOf(order, labels, { labelDefault: deps.labelDefault, now }),
    now,
  }
}

function countsOf({ place }: Pick<OrderLine, 'place'>, jobs: readonly PrintJob[]): LineCounts {
  const own = jobs.filter(({ line }) => (line ?? 1) === place)
  return {
    good: own.reduce((sum, { good }) => sum + (good ?? 0), 0),
    open: own.reduce((sum, { state, parts }) => sum + (isJobOpen(state) ? parts : 0), 0),
  }
}
