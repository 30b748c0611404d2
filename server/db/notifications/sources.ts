// Sources of operators' notifications: one query per kind, from an index that contains little else. Each selects `item` (one occurrence,
// reported once), `subject`, `since` and `detail`.

import { type RawBuilder, sql } from 'kysely'
import { closedDisputeDays } from '../../domain/base/time/retention.ts'
import { silentSeconds } from '../../domain/base/time/silence.ts'
import { lateMinutes, type NotificationKind } from '../../domain/notifications/kinds.ts'
import { holder } from '../../domain/orders/disputes/hold-plan.ts'
import { latePurchases } from '../carriers/late-purchases.ts'
import { isReplaced, jobNames } from '../core/jobs/jobs.ts'
import { isOlderThan } from '../core/transactions/leases.ts'
import { isChargeUnsettled } from '../core/values/unsettled.ts'
import { disputeFacts, unresolvedWarnings } from '../disputes/dispute-rows.ts'
import { debtsOwedBack, openDebts } from '../disputes/owed-back.ts'
import { failedPrintJobs } from '../farm/job-rows.ts'
import { waitingSlices } from '../farm/slice-rows.ts'
import { failedGenerations } from '../generation/failed-jobs.ts'
import { keepsPayment } from '../orders/charge/kept-payments.ts'
import { waitsSince } from '../orders/mail/unsent-mails.ts'
import { isOrderOpen } from '../orders/order-statuses.ts'
import { returnedRefunds } from '../orders/rows/refund-rows.ts'
import { unpaidReasonText } from '../orders/rows/unpaid-reason.ts'
import {
  isEventWithoutOrder,
  isUnsettled,
  isWaiting,
  unusableDetail,
} from '../orders/unmatched/unmatched-rows.ts'
import { isLost, isStopped, lostDetail } from '../printers/printer-rows.ts'

/** The intervals between attempts grow: the fifth takes place some four minutes after the first. */
const failedAttempts = 5

export const notificationSources: Readonly<Record<NotificationKind, RawBuilder<unknown>>> = {
  unsettled_charge: sql`
    select code, code, created_at, ${unpaidReasonText} from orders
    where ${isChargeUnsettled} and not paid and ${isOlderThan('created_at', lateMinutes * 60)}`,
  // Includes payments that the service refunded before operators were notified.
  payment_without_order: sql`
    select coalesce(payment_id, id), coalesce(payment_id, id), min(received_at), 'names the order ' || min(order_code) from processor_events
    where ${isEventWithoutOrder}
    group by 1
    union all select payment_id, payment_id, paid_at, coalesce('names the order ' || order_code, 'names a purchase')
    from unmatched_payments
    where cause = 'missing' and (${isWaiting} or (found_at > now() - interval '1 day' and state <> 'returned'))`,
  unusable_payment: sql`
    select payment_id || ' ' || refund_attempts, payment_id, found_at, ${unusableDetail} from unmatched_payments where ${isUnsettled}`,
  returned_refund: returnedRefunds,
  dispute: sql`
    select disputes.id || ' ' || disputes.status, coalesce(orders.code, disputes.payment_id), disputes.updated_at, ${disputeFacts}
    from disputes left join orders on orders.id = order_id
    where closed_at is null or closed_at > now() - make_interval(days => ${closedDisputeDays})`,
  fraud_warning: unresolvedWarnings,
  open_debt: sql`
    select debts.id::text, debts.purchase_id::text, debts.at, 'of ' || accounts.email from ${openDebts}`,
  // Reported again if more was paid since.
  owed_to_buyer: sql`
    select debts.id || ' ' || settled_cents, debts.purchase_id::text, debts.updated_at, 'of ' || accounts.email
    from ${debtsOwedBack}`,
  late_order: sql`
    select code || ' ' || due_at, code, due_at, null from orders where ${isOrderOpen} and due_at < now()`,
  // A hold for a dispute or a fraud warning is reported under that kind.
  order_needs_review: sql`
    select code || ' ' || held_at, code, held_at, held_reason from orders
    where held_at is not null and held_by <> ${holder} and ${isOrderOpen}
    union all
    select code || ' rejected', code, updated_at, 'rejected after it was paid, and not refunded' from orders
    where status = 'REJECTED' and ${keepsPayment}`,
  label_purchase: latePurchases,
  waiting_ticket: sql`
    select number || ' ' || waiting_since, 'T-' || number, waiting_since, nullif(order_code, '') from tickets
    where waiting_since is not null`,
  // Excludes notifications, which would otherwise report their own failures.
  failed_mail: sql`
    select emails.id || ' ' || emails.resends, emails.subject, ${waitsSince('emails')}, jobs.last_error
    from emails left join graphile_worker.jobs as jobs on jobs.key = ${`${jobNames.sendMail}:`} || emails.id
    where emails.sent_at is null and emails.kind not like 'notice:%'
      and (jobs.attempts >= ${failedAttempts}::int or (jobs.id is null and emails.queued))
      and ${waitsSince('emails')} < now() - interval '1 minute'`,
  failed_generation: failedGenerations,
  engine_budget: sql`
    select day || ' ' || engine, engine, used_up_at, calls || ' calls' from engine_spend
    where used_up_at > now() - interval '1 day'`,
  // Reported again if the balance was sufficient in between.
  vendor_balance: sql`
    select vendor || ' ' || low_since, vendor, low_since, credits || ' credits are left' from vendor_balances
    where low_since is not null`,
  gallery_report: sql`
    select gallery_reports.id::text, gallery_entries.title, gallery_reports.created_at, gallery_reports.reason
    from gallery_reports join gallery_entries on gallery_entries.id = entry_id where closed_at is null`,
  withheld_result: sql`
    select job_id::text, job_id::text, created_at, reason from withheld_results`,
  failed_task: sql`
    select id || ' ' || (attempts >= max_attempts), task_identifier || ' ' || id, created_at, last_error
    from graphile_worker.jobs
    where locked_at is null and task_identifier <> ${jobNames.sendMail} and last_error is not null and not ${isReplaced}
      and attempts >= least(max_attempts, ${failedAttempts}::int)`,
  // Refusals within one hour are one occurrence.
  saturated_pool: sql`
    select series.labels->>'pool' || ' ' || date_trunc('hour', min(minute.at)), series.labels->>'pool', min(minute.at),
      sum(minute.refused)::int || ' requests were refused in 10 minutes'
    from metric_totals as series join metric_counts as hour
      on hour.series = series.id and hour.seconds = 60 and hour.at > now() - interval '70 minutes',
      lateral (
        select hour.at + (minutes - 1) * interval '1 minute' as at, refused
        from unnest(hour.counts) with ordinality as counted (refused, minutes)
      ) as minute
    where series.name = 'pool_refused_total' and minute.at > now() - interval '10 minutes' and minute.refused > 0
    group by series.labels->>'pool'`,
  failed_print_job: sql`
    select job.id || ' ' || coalesce(failure.id, 0), orders.code || ', plate ' || job.plate,
      coalesce(failure.at, job.claimed_at, job.created_at), job.reason
    from ${failedPrintJobs}`,
  // All waiting slices within one hour are one occurrence.
  waiting_slices: sql`
    select to_char(now(), 'YYYY-MM-DD HH24'), 'the slicer', since, detail from (${waitingSlices}) as waiting`,
  silent_printer: sql`
    select name || ' ' || last_heard_at, name, last_heard_at, ${lostDetail} from printers where ${isLost}`,
  // Reported after a delay, because a change of filament takes a minute.
  stopped_printer: sql`
    select name || ' ' || state_since, name, state_since, concat_ws(': ', state, state_detail) from printers
    where ${isStopped} and state = 'paused' and ${isOlderThan('state_since', silentSeconds)}`,
  printer_error: sql`
    select name || ' ' || state_since, name, state_since, state_detail from printers where ${isStopped} and state = 'error'`,
  second_factor_reset: sql`
    select id::text, subject, at, 'reset by ' || by from operator_actions
    where kind = 'second_factor_reset' and at > now() - interval '1 day'`,
}
