// Items that need attention. Each kind has an index that contains nothing else.
import { type RawBuilder, sql } from 'kysely'
import {
  type AttentionGroup,
  type AttentionItem,
  type AttentionKind,
  attentionKinds,
  lateMailMinutes,
} from '../../domain/desk/attention.ts'
import { fullPlateSeconds } from '../../domain/farm/printers/printer.ts'
import {
  lateMinutes,
  settlingSeconds,
  workerAbsentSeconds,
} from '../../domain/notifications/kinds.ts'
import { latePurchases } from '../carriers/late-purchases.ts'
import type { OpenDatabase } from '../core/connect.ts'
import { prepare } from '../core/connection/prepared.ts'
import { jobKeyOf, jobNames } from '../core/jobs/jobs.ts'
import { isOlderThan } from '../core/transactions/leases.ts'
import { isChargeUnsettled, isRefundUnsettled } from '../core/values/unsettled.ts'
import { awaitsEvidence, disputeFacts, unresolvedWarnings } from '../disputes/dispute-rows.ts'
import { debtsOwedBack, openDebts } from '../disputes/owed-back.ts'
import { failedPrintJobs } from '../farm/job-rows.ts'
import { needsOperator, waitingSlices } from '../farm/slice-rows.ts'
import { failedGenerations } from '../generation/failed-jobs.ts'
import { keepsPayment } from '../orders/charge/kept-payments.ts'
import { waitsSince } from '../orders/mail/unsent-mails.ts'
import { isOrderClosed, isOrderOpen } from '../orders/order-statuses.ts'
import { returnedRefunds } from '../orders/rows/refund-rows.ts'
import { isFileToReview } from '../orders/rows/stored-file-review.ts'
import { unpaidReasonText } from '../orders/rows/unpaid-reason.ts'
import {
  isEventWithoutOrder,
  isUnsettled,
  isWaiting,
  unusableDetail,
} from '../orders/unmatched/unmatched-rows.ts'
import {
  awaitsClearing,
  isLost,
  isSilentWithoutJob,
  isStopped,
  lostDetail,
} from '../printers/printer-rows.ts'

const shown = 5

const dollars = (column: string) =>
  sql`to_char(${sql.ref(column)} / 100.0, 'FMMI"$"999,999,990.00')`

/** Names of printers may have spaces. */
const printerKey = sql`md5(name)`

/**
 * Each query selects key, subject, since and detail. Recent charges, refunds and mails are left out because they are still in progress.
 */
export const attentionSources: Readonly<Record<AttentionKind, RawBuilder<unknown>>> = {
  unsettled_charge: sql`
    select code, code, created_at, ${unpaidReasonText} from orders
    where ${isChargeUnsettled} and not paid and ${isOlderThan('created_at', settlingSeconds)}`,
  unsettled_refund: sql`
    select refunds.id::text, orders.code, refunds.created_at, refunds.reason from refunds join orders on orders.id = refunds.order_id
    where ${isRefundUnsettled()} and ${isOlderThan('refunds.created_at', lateMinutes * 60)}`,
  unsettled_purchase_refund: sql`
    select purchase_refunds.id::text, purchase_id::text, created_at, reason from purchase_refunds
    where state = 'open' and ${isOlderThan('created_at', lateMinutes * 60)}`,
  returned_refund: returnedRefunds,
  dispute: sql`
    select disputes.id, coalesce(orders.code, disputes.payment_id), opened_at, ${disputeFacts}
    from disputes left join orders on orders.id = order_id where ${awaitsEvidence}`,
  fraud_warning: unresolvedWarnings,
  open_debt: sql`
    select debts.id::text, purchase_id::text, debts.at, accounts.email from ${openDebts}`,
  owed_to_buyer: sql`
    select debts.id::text, purchase_id::text, debts.updated_at, accounts.email from ${debtsOwedBack}`,
  payment_without_order: sql`
    select coalesce(payment_id, id), coalesce(payment_id, id), min(received_at), min(order_code) from processor_events
    where ${isEventWithoutOrder}
    group by 1
    union all select payment_id, payment_id, paid_at, order_code from unmatched_payments where ${isWaiting} and cause = 'missing'`,
  unusable_payment: sql`select payment_id, payment_id, found_at, ${unusableDetail} from unmatched_payments where ${isUnsettled}`,
  kept_payment: sql`
    select code, code, updated_at, status from orders
    where ${isOrderClosed} and ${keepsPayment}`,
  ledger_difference: sql`
    select subject || '-' || subject_id, coalesce(orders.code, subject_id), found_at,
      concat(replace(subject, '_', ' '), ': ', cached, ' in its row, ', booked, ' in the ledger')
    from ledger_differences left join orders on orders.id = case subject when 'order' then subject_id::uuid end`,
  tie_out_difference: sql`
    select part || '-' || object_id, coalesce(orders.code, object_id), found_at,
      concat(part, ': ', ${dollars('processor_cents')}, ' at the card processor, ', ${dollars('ledger_cents')}, ' in the ledger')
    from tie_out_differences left join orders on orders.id = order_id where explanation is null`,
  late_order: sql`select code, code, due_at, null from orders where ${isOrderOpen} and due_at < now()`,
  held_order: sql`select code, code, held_at, held_reason from orders where held_at is not null and ${isOrderOpen}`,
  order_to_review: sql`
    select code, code, created_at, review_findings -> 0 ->> 'command' from orders where ${isFileToReview} and ${isOrderOpen}`,
  label_purchase: latePurchases,
  unsliced_plate: sql`
    select job.id::text, orders.code || ', plate ' || job.plate, plate_slices.due_at, plate_slices.reason
    from plate_slices join print_jobs as job on job.id = job_id join orders on orders.id = job.order_id
    where job.state = 'queued' and ${needsOperator()}`,
  waiting_slices: sql`select 'slicer', 'the slicer', since, detail from (${waitingSlices}) as waiting`,
  no_worker: sql`
    select 'worker', 'no worker runs', coalesce(max(seen_at) filter (where role in ('worker', 'all')), min(started_at)), null
    from metric_processes
    having count(*) > 0
      and not coalesce(bool_or(role in ('worker', 'all') and not stopped and not ${isOlderThan('seen_at', workerAbsentSeconds)}), false)`,
  failed_print_job: sql`
    select job.id::text, orders.code || ', plate ' || job.plate, coalesce(failure.at, job.created_at), job.reason
    from ${failedPrintJobs}`,
  silent_printer: sql`
    select ${printerKey}, name, last_heard_at, ${lostDetail} from printers where ${isLost}`,
  offline_printer: sql`
    select ${printerKey}, name, last_heard_at, null from printers where ${isSilentWithoutJob}`,
  stopped_printer: sql`
    select ${printerKey}, name, state_since, concat_ws(': ', state, state_detail) from printers where ${isStopped}`,
  full_plate: sql`
    select ${printerKey}, name, state_since, null from printers
    where ${awaitsClearing} and ${isOlderThan('state_since', fullPlateSeconds)}`,
  waiting_ticket: sql`
    select 'T-' || number, 'T-' || number, waiting_since, concat_ws(', ', email, nullif(order_code, '')) from tickets
    where waiting_since is not null`,
  unsent_mail: sql`
    select emails.id::text, emails.subject, ${waitsSince('emails')}, jobs.last_error from emails
      left join graphile_worker.jobs as jobs on jobs.key = ${jobKeyOf(jobNames.sendMail, sql`emails.id`)}
    where emails.sent_at is null and ${waitsSince('emails')} < now() - make_interval(mins => ${lateMailMinutes})`,
  failed_generation: failedGenerations,
}

type Row = AttentionItem & { readonly kind: AttentionKind; readonly count: number }

/**
 * Reads all kinds in one statement, which runs every few seconds while a page is open. Planning it takes longer than running it, so each
 * connection keeps its plan.
 */
export function attentionReader({
  db,
  pool,
}: Pick<OpenDatabase, 'db' | 'pool'>): () => Promise<readonly AttentionGroup[]> {
  const parts = attentionKinds.map(
    (kind) => sql`(
      select ${kind}::text as kind, count(*) over ()::int as count, *
      from (${attentionSources[kind]}) as found (key, subject, since, detail)
      order by since limit ${shown})`,
  )
  const query = sql<Row>`${sql.join(parts, sql` union all `)}`.compile(db)
  const run = prepare<Row, readonly unknown[]>(pool, 'desk-attention', query)
  return async () => groupsOf(await run(...query.parameters))
}

function groupsOf(rows: readonly Row[]): readonly AttentionGroup[] {
  return attentionKinds.flatMap((kind) => {
    const matches = rows.filter((row) => row.kind === kind)
    const [first] = matches
    if (first === undefined) return []
    const items = matches
      .map(({ key, subject, since, detail }) => ({ key, subject, since, detail }))
      .sort((a, b) => a.since.getTime() - b.since.getTime())
    return [{ kind, count: first.count, items }]
  })
}
