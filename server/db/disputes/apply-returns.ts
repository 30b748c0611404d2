// Writes what the processor's record of a payment has and the database lacks, in one transaction. Locks the row that the payment pays for,
// so that two events of one payment are applied one after another, and then the rows of its disputes.

import { sql } from 'kysely'
import type { PaymentId } from '../../domain/base/ids/payment-id.ts'
import type { PaymentFinding, ReviewOutcome } from '../../domain/orders/reversals/dispute-ports.ts'
import type { PaymentReturns } from '../../domain/payments/returns.ts'
import type { Db, Tx } from '../core/connect.ts'
import type { SettleOptions } from '../orders/refund/refund-settling.ts'
import { withWithdrawal } from '../orders/rows/order-jobs.ts'
import { applyDisputes } from './apply-disputes.ts'
import { applyRefunds } from './apply-refunds.ts'
import { applyUnmatchedRefunds } from './apply-unmatched-refunds.ts'
import { applyWarnings } from './apply-warnings.ts'
import { applyToPurchase } from './purchase-returns.ts'
import type { ReviewContext, Subject } from './review-context.ts'

type Options = SettleOptions & Pick<ReviewContext, 'refundIdOf'> & { readonly revision: string }

/**
 * Applies the record. Returns `outdated` when a dispute of the payment has changed since `revision`, which was read before the record.
 */
export async function applyReturns(
  db: Db,
  returns: PaymentReturns,
  { baseUrl, onWithdrawn, refundIdOf, revision }: Options,
): Promise<ReviewOutcome | 'outdated'> {
  return await withWithdrawal(db, onWithdrawn, async (tx, withdraw) => {
    const subject = await lockSubject(tx, returns.paymentId)
    if (subject === null) return nothing
    await lockDisputes(tx, returns.paymentId)
    if ((await revisionOf(tx, returns.paymentId)) !== revision) return 'outdated'
    const applying = { tx, subject, returns, baseUrl, withdraw, refundIdOf }
    const refunds = subject.kind === 'order' ? await applyRefunds(applying, subject.id) : settled
    if (subject.kind === 'unmatched') await applyUnmatchedRefunds(applying)
    const disputes = await applyDisputes(applying)
    const warnings = await applyWarnings(applying)
    const purchase =
      subject.kind === 'purchase' ? await applyToPurchase(applying, subject.id) : settled
    const findings: PaymentFinding[] = [
      ...refunds.findings,
      ...purchase.findings,
      ...disputes.findings,
      ...warnings,
    ]
    const isComplete = refunds.isComplete && disputes.isComplete && purchase.isComplete
    return { subject: subject.kind, isComplete, outcomes: refunds.outcomes, findings }
  })
}

const nothing: ReviewOutcome = { subject: null, isComplete: false, outcomes: [], findings: [] }
const settled: Pick<ReviewOutcome, 'isComplete' | 'outcomes' | 'findings'> = {
  isComplete: true,
  outcomes: [],
  findings: [],
}

/** Identifies the current versions of the payment's dispute rows. Every change makes a new version. */
export async function revisionOf(db: Db, paymentId: PaymentId): Promise<string> {
  const { revision } = await db
    .selectFrom('disputes')
    .select(
      sql<string>`coalesce(string_agg(id || ' ' || xmin, ',' order by id), '')`.as('revision'),
    )
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return revision
}

const lockDisputes = (tx: Tx, paymentId: PaymentId) =>
  tx
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks what the payment pays for. Returns null when it pays for nothing here. */
async function lockSubject(tx: Tx, paymentId: PaymentId): Promise<Subject | null> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()
  if (order !== undefined) return { kind: 'order', id: order.id }
  const purchase = await tx
    .selectFrom('purchases')
    .select('id')
    .where('payment_id', '=', paymentId)
    // NO KEY UPDATE, so that inserts that reference this row do not wait.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (purchase !== undefined) return { kind: 'purchase', id: purchase.id }
  const { rows } =
    await sql`select from unmatched_payments where payment_id = ${paymentId} for update`.execute(tx)
  return rows.length === 0 ? null : { kind: 'unmatched', id: null }
}
