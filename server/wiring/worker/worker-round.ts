// Work of a worker every few seconds: resumes what was interrupted when this process or another one ended.
import type { Db } from '../../db/core/connect.ts'
import { requeueAbandonedMails } from '../../db/orders/mail/send-mail.ts'
import { isDatabaseUnreachable } from '../../domain/base/database-unreachable.ts'
import { issueDocuments } from '../../domain/billing/issue-documents.ts'
import { recoverExpiredJobs } from '../../domain/farm/reports/report-job.ts'
import { recoverStaleJobs } from '../../domain/generation/run/orphans.ts'
import { settlePurchases } from '../../domain/gift-cards/settle-purchase.ts'
import { settlePurchaseRefunds } from '../../domain/operators/refund-purchase.ts'
import { repeatAfterSeconds } from '../../domain/orders/charge/settle-order.ts'
import { reviewPayments } from '../../domain/orders/disputes/review-payment.ts'
import { settleRefunds } from '../../domain/orders/refund/settle-refund.ts'
import { cancelOverdue } from '../../domain/orders/settle/cancel-overdue.ts'
import { applyOpenEvents } from '../../domain/orders/settle/open-events.ts'
import { reconcileCharges } from '../../domain/orders/settle/reconcile.ts'
import { remindUnpaid } from '../../domain/orders/settle/remind-unpaid.ts'
import { searchPayments } from '../../domain/orders/settle/search-payments.ts'
import { chargeLimitSeconds } from '../../domain/payments/repeats.ts'
import type { Deps } from '../deps.ts'

export type RoundOptions = { readonly deps: Deps; readonly db: Db }

type Steps = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Runs every step in order. A step that fails is logged and leaves its rows unchanged, so the next round repeats it. The other steps still
 * run, unless the database is unavailable. Returns whether all steps succeeded.
 */
export async function runRound(options: RoundOptions, startedAt: number): Promise<boolean> {
  const { log } = options.deps
  let isDone = true
  for (const [step, run] of Object.entries(stepsOf(options, startedAt))) {
    try {
      await run()
    } catch (error) {
      log.error('worker.step_failed', { step, error })
      isDone = false
      if (isDatabaseUnreachable(error)) break
    }
  }
  return isDone
}

function stepsOf({ deps, db }: RoundOptions, startedAt: number): Steps {
  // Charges older than the start of this process are reviewed immediately, because an ended process may have made them. A duration,
  // because the rows use the database's clock. A review does not abandon a charge that a process on another host may be making.
  const runningSeconds = Math.max(0, deps.clock.now().getTime() - startedAt) / 1000
  const repeatAfter = Math.min(repeatAfterSeconds, runningSeconds)
  const startedSecondsAgo = Math.min(chargeLimitSeconds, runningSeconds)
  return {
    charges: () => reconcileCharges(deps, { startedSecondsAgo: repeatAfter }),
    refunds: () => settleRefunds(deps, { startedSecondsAgo }),
    purchase_refunds: () => settlePurchaseRefunds(deps, { startedSecondsAgo }),
    processor_events: () => applyOpenEvents(deps),
    payment_search: () => searchPayments(deps),
    payment_reviews: () => reviewPayments(deps),
    purchases: () => settlePurchases(deps),
    overdue_orders: () => cancelOverdue(deps),
    forgotten_orders: () => remindUnpaid(deps),
    documents: () => issueDocuments(deps),
    generation_jobs: () => recoverStaleJobs(deps),
    print_jobs: () => recoverExpiredJobs(deps),
    mails: () => requeueMails({ deps, db }),
  }
}

async function requeueMails({ deps, db }: RoundOptions): Promise<void> {
  const requeued = await requeueAbandonedMails(db)
  if (requeued > 0) deps.log.warn('mail.requeued', { requeued })
}
