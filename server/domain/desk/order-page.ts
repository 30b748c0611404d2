// Stored data related to an order, for its page and its JSON.
import type { ParcelLabel } from '../carriers/label.ts'
import type { CarrierDeps } from '../carriers/ports.ts'
import type { PrintJob } from '../farm/jobs/job.ts'
import type { FarmDeps } from '../farm/ports.ts'
import type { FulfillmentDeps, OrderNote } from '../fulfillment/ports.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { MeshReport } from '../models/report.ts'
import type { OperatorDeps, OrderMessage } from '../operators/ports.ts'
import type { OrderChange } from '../orders/history/change.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Order } from '../orders/record/order.ts'
import { listLines, type OrderLine } from '../orders/record/order-lines.ts'
import type { Dispute, FraudWarning } from '../orders/reversals/dispute.ts'
import type { Refund } from '../orders/reversals/refund.ts'
import type { ListedTicket, TicketDeps } from '../tickets/ports.ts'

export type OrderMoney = {
  readonly lines: readonly OrderLine[]
  /** Oldest first. */
  readonly refunds: readonly Refund[]
  /** Newest first, like the fraud warnings. */
  readonly disputes: readonly Dispute[]
  readonly warnings: readonly FraudWarning[]
}

export type OrderPage = OrderMoney & {
  /** Stored measurements by the line's position, without sliced files and parts that were never measured. */
  readonly reports: ReadonlyMap<number, MeshReport>
  /** The jobs in plate order. */
  readonly jobs: readonly PrintJob[]
  /** Oldest first. */
  readonly messages: readonly OrderMessage[]
  /** Open ones first. */
  readonly tickets: readonly ListedTicket[]
  /** Newest first. */
  readonly notes: readonly OrderNote[]
  /** Oldest first. */
  readonly events: readonly OrderChange[]
  /** Newest first. */
  readonly labels: readonly ParcelLabel[]
  /** Whether a carrier account is configured. */
  readonly hasCarrierAccount: boolean
  readonly now: Date
}

type MoneyDeps = Pick<OrderDeps, 'refunds' | 'disputes' | 'orderLines'>

type PageDeps = MoneyDeps &
  Pick<OrderDeps, 'orders'> &
  Pick<FarmDeps, 'printJobs'> &
  Pick<MeasurementDeps, 'measurements'> &
  Pick<OperatorDeps, 'orderMessages'> &
  Pick<TicketDeps, 'tickets'> &
  Pick<CarrierDeps, 'carriers' | 'clock' | 'parcelLabels'> &
  Pick<FulfillmentDeps, 'orderWork'>

export async function readOrderMoney(
  deps: Pick<MoneyDeps, 'disputes' | 'orderLines' | 'refunds'>,
  order: Order,
): Promise<OrderMoney> {
  const [lines, refunds, disputes, warnings] = await Promise.all([
    listLines(deps, order),
    deps.refunds.listByOrder(order.id),
    deps.disputes.ofOrder(order.id),
    deps.disputes.warningsOf(order.id),
  ])
  return { lines, refunds, disputes, warnings }
}

/** Returns undefined if the order has no such refund. */
export const findRefund = async (
  { refunds }: Pick<OrderDeps, 'refunds'>,
  { id }: Pick<Order, 'id'>,
  refundId: string,
): Promise<Refund | undefined> =>
  (await refunds.listByOrder(id)).find((refund) => refund.id === refundId)

export async function readOrderPage(deps: PageDeps, order: Order): Promise<OrderPage> {
  const [money, jobs, messages, tickets, notes, events, labels] = await Promise.all([
    readOrderMoney(deps, order),
    deps.printJobs.listByOrder(order.id),
    deps.orderMessages.listByOrder(order.id),
    deps.tickets.listOfOrder(order.id),
    deps.orderWork.listNotes(order.id),
    deps.orders.history(order.id),
    deps.parcelLabels.listByOrder(order.id),
  ])
  const reports = await readReports(deps, money.lines)
  const hasCarrierAccount = deps.carriers !== null
  const now = deps.clock.now()
  return {
    ...money,
    reports,
    jobs,
    messages,
    tickets,
    notes,
    events,
    labels,
    hasCarrierAccount,
    now,
  }
}

/** Reads stored data only; the page measures nothing. */
async function readReports(
  { measurements }: Pick<MeasurementDeps, 'measurements'>,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<number, MeshReport>> {
  const read = await Promise.all(
    lines.map(async ({ place, file: { sha256, format }, options: { units } }) => {
      const measured = await measurements.read({ sha256, format, units })
      return measured?.kind === 'mesh' ? ([[place, measured.report]] as const) : []
    }),
  )
  return new Map(read.flat())
}
