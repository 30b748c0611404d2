// What is stored about an order besides the order itself, for its page and its JSON.
import type { RefundId } from '../base/refund-id.ts'
import type { PrintJob } from '../farm/jobs/job.ts'
import type { FarmDeps } from '../farm/ports.ts'
import type { FulfillmentDeps, OrderNote } from '../fulfillment/ports.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { MeshReport } from '../models/report.ts'
import type { OperatorDeps, OrderMessage } from '../operators/ports.ts'
import type { OrderChange } from '../orders/change.ts'
import type { Dispute, FraudWarning } from '../orders/dispute.ts'
import type { Order } from '../orders/order.ts'
import { listLines, type OrderLine } from '../orders/order-lines.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Refund } from '../orders/refund.ts'
import type { ListedTicket, TicketDeps } from '../tickets/ports.ts'

export type OrderMoney = {
  readonly lines: readonly OrderLine[]
  /** Oldest first. */
  readonly refunds: readonly Refund[]
  /** Newest first, as the fraud warnings. */
  readonly disputes: readonly Dispute[]
  readonly warnings: readonly FraudWarning[]
}

export type OrderPage = OrderMoney & {
  /** The parts as they were measured, by the place of their line; without sliced files and what was never measured. */
  readonly reports: ReadonlyMap<number, MeshReport>
  /** The jobs in the order of their plates. */
  readonly jobs: readonly PrintJob[]
  /** Oldest first. */
  readonly messages: readonly OrderMessage[]
  /** Open ones first. */
  readonly tickets: readonly ListedTicket[]
  /** Newest first. */
  readonly notes: readonly OrderNote[]
  /** Oldest first. */
  readonly events: readonly OrderChange[]
}

type MoneyDeps = Pick<OrderDeps, 'refunds' | 'disputes' | 'orderLines'>

type PageDeps = MoneyDeps &
  Pick<OrderDeps, 'orders'> &
  Pick<FarmDeps, 'printJobs'> &
  Pick<MeasurementDeps, 'measurements'> &
  Pick<OperatorDeps, 'orderMessages'> &
  Pick<TicketDeps, 'tickets'> &
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

/** undefined when the order has no such refund. */
export const findRefund = async (
  { refunds }: Pick<OrderDeps, 'refunds'>,
  { id }: Pick<Order, 'id'>,
  refundId: RefundId,
): Promise<Refund | undefined> =>
  (await refunds.listByOrder(id)).find((refund) => refund.id === refundId)

export async function readOrderPage(deps: PageDeps, order: Order): Promise<OrderPage> {
  const [money, jobs, messages, tickets, notes, events] = await Promise.all([
    readOrderMoney(deps, order),
    deps.printJobs.listByOrder(order.id),
    deps.orderMessages.listByOrder(order.id),
    deps.tickets.listOfOrder(order.id),
    deps.orderWork.listNotes(order.id),
    deps.orders.history(order.id),
  ])
  const reports = await readReports(deps, money.lines)
  return { ...money, reports, jobs, messages, tickets, notes, events }
}

/** Only what is stored: nothing is measured for the page. */
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
