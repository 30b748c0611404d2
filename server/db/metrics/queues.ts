// The length of each queue, and the age of its oldest item. Each line reads a partial index, or the part of an index with open items, so
// the cost does not grow with the number of orders.
import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '../../domain/base/keys-of.ts'
import type { QueueName } from '../../domain/base/metrics/metric-catalog.ts'
import type { QueueState } from '../../domain/metrics/ports.ts'
import { unpaidDays } from '../../domain/orders/charge/payment-deadline.ts'
import type { OpenDatabase } from '../core/connect.ts'
import { prepare } from '../core/connection/prepared.ts'
import { isChargeUnsettled, isRefundUnsettled } from '../core/values/unsettled.ts'
import { awaitsEvidence, isOfKnownPayment, isUnresolvedWarning } from '../disputes/dispute-rows.ts'
import { waitingSlices } from '../farm/slice-rows.ts'
import { isLive } from '../generation/live-jobs.ts'
import { waitsSince } from '../orders/mail/unsent-mails.ts'
import { isOrderOpen } from '../orders/order-statuses.ts'
import { isUnresolved } from '../orders/rows/refund-rows.ts'
import { isWaiting } from '../orders/unmatched/unmatched-rows.ts'
import { awaitsClearing, isLost, isStopped } from '../printers/printer-rows.ts'

const orders = (status: string) =>
  sql`select count(*) as depth, min(created_at) as since from orders where status = ${sql.lit(status)}`

const queueSources: Readonly<Record<QueueName, RawBuilder<unknown>>> = {
  // Older orders can no longer be paid. They stay in the table, so the count would otherwise grow with the number of all orders.
  orders_pending_payment: sql`${orders('PENDING_PAYMENT')} and created_at > now() - make_interval(days => ${sql.lit(unpaidDays)})`,
  orders_received: orders('RECEIVED'),
  orders_accepted: orders('ACCEPTED'),
  orders_printing: orders('PRINTING'),
  orders_printed: orders('PRINTED'),
  orders_late: sql`select count(*) as depth, min(due_at) as since from orders
    where ${isOrderOpen} and due_at < now()`,
  print_jobs: sql`select count(*) as depth, min(created_at) as since from print_jobs where state = 'queued'`,
  slicer_stalls: sql`select count(*) as depth, min(since) as since from (${waitingSlices}) as waiting`,
  silent_printers: sql`select count(*) as depth, min(last_heard_at) as since from printers where ${isLost}`,
  stopped_printers: sql`select count(*) as depth, min(state_since) as since from printers where ${isStopped}`,
  full_plates: sql`select count(*) as depth, min(state_since) as since from printers where ${awaitsClearing}`,
  outbox: sql`select count(*) as depth, min(${waitsSince('emails')}) as since from emails where sent_at is null`,
  generation_jobs: sql`select count(*) as depth, min(created_at) as since from generation_jobs
    where ${isLive}`,
  unsettled_charges: sql`select count(*) as depth, min(created_at) as since from orders
    where ${isChargeUnsettled}`,
  unsettled_refunds: sql`select count(*) as depth, min(created_at) as since from (
    select created_at from refunds where ${isRefundUnsettled()}
    union all select created_at from purchase_refunds where state = 'open') as unsettled`,
  returned_refunds: sql`select count(*) as depth, min(returned_at) as since from refunds where ${isUnresolved('refunds')}`,
  disputes_to_answer: sql`select count(*) as depth, min(opened_at) as since from disputes where ${awaitsEvidence}`,
  fraud_warnings: sql`select count(*) as depth, min(warned_at) as since from fraud_warnings where ${isUnresolvedWarning}`,
  // Other systems that use the account also have payments under review. A review of a payment that pays for nothing here needs no action.
  payment_reviews: sql`select count(*) as depth, min(since) as since from payment_reviews where ${isOfKnownPayment('payment_reviews')}`,
  open_debts: sql`select count(*) as depth, min(at) as since from debts where left_cents > 0`,
  processor_events: sql`select count(distinct coalesce(payment_id, id)) as depth, min(received_at) as since
    from processor_events where state = 'open'`,
  unmatched_payments: sql`select count(*) as depth, min(paid_at) as since from unmatched_payments
    where ${isWaiting} and cause = 'missing'`,
  unusable_payments: sql`select count(*) as depth, min(found_at) as since from unmatched_payments
    where ${isWaiting} and cause <> 'missing'`,
  // A search that never finished is overdue immediately: the first search finishes seconds after the first start of a worker.
  overdue_payment_searches: sql`select count(*) as depth, min(finished_at) as since from payment_searches
    where finished_at is null or finished_at < now() - interval '1 hour'`,
  ledger_differences: sql`select count(*) as depth, min(found_at) as since from ledger_differences`,
  tie_out_differences: sql`select count(*) as depth, min(found_at) as since from tie_out_differences where explanation is null`,
  // The first comparison is overdue a day after the first movement of money.
  overdue_tie_outs: sql`select count(*) as depth, min(at) as since from (
    select coalesce((select at from tie_outs order by id desc limit 1), (select booked_at from money_movements order by id limit 1)) as at
  ) as last where at < now() - interval '30 hours'`,
}

const parts = keysOf(queueSources).map(
  (queue) =>
    sql`select ${sql.lit(queue)} as queue, source.* from (${queueSources[queue]}) as source`,
)

/** Exported for the benchmark, which prints its plan. */
export const queuesQuery = sql<QueueState>`
  select queue, depth::int as depth, greatest(0, extract(epoch from now() - since))::float8 as "oldestSeconds"
  from (${sql.join(parts, sql` union all `)}) as queues`

/** Each connection keeps the plan, because planning takes longer than running. */
export function queuesReader({
  db,
  pool,
}: Pick<OpenDatabase, 'db' | 'pool'>): () => Promise<readonly QueueState[]> {
  const query = queuesQuery.compile(db)
  const run = prepare<QueueState, readonly unknown[]>(pool, 'queues', query)
  return () => run(...query.parameters)
}
