// Payments whose order or purchase is in the database and cannot use them. They are recorded before they are refunded, and are reported to
// the customer and in the order's history.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import { changeSources } from '../../../domain/orders/history/change.ts'
import {
  needsUnusableMail,
  planUnusableMail,
  type UnusableStep,
} from '../../../domain/orders/mail/order-mail.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { PaymentStep } from '../../../domain/orders/reversals/payment-step.ts'
import type { UnmatchedPayment, UnusablePayment } from '../../../domain/payments/unmatched.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { queuePlanned, recipientOf } from '../mail/order-mails.ts'
import { addPaymentEvent } from '../rows/order-events.ts'
import { orderOfRow } from '../rows/order-rows.ts'
import { readUnmatched, unmatchedColumns } from './unmatched-rows.ts'

export async function recordUnusable(
  db: Db,
  { paymentId, amountCents, cause, subject }: UnusablePayment,
): Promise<UnmatchedPayment | null> {
  const isAutomatic = cause !== 'wrong_amount'
  const state = isAutomatic ? 'claimed' : 'found'
  return await db.transaction().execute(async (tx) => {
    const rows = await readUnmatched(
      tx,
      sql`
      insert into unmatched_payments as known (payment_id, subject, subject_id, order_code, amount_cents, paid_at, marked, cause, state,
        automatic, refund_started_at)
      values (${paymentId}, ${subject.kind}, ${subject.id}, ${subject.code}, ${amountCents}, now(), true, ${cause}, ${state},
        ${isAutomatic}, case when ${isAutomatic} then now() end)
      on conflict (payment_id) do update set subject_id = excluded.subject_id, order_code = excluded.order_code, cause = excluded.cause,
        state = excluded.state, automatic = excluded.automatic, refund_started_at = excluded.refund_started_at, found_at = now(),
        checked_at = now(), updated_at = now()
      where known.state = 'returned' or (known.state = 'found' and known.cause = 'missing')
      returning ${unmatchedColumns}`,
    )
    const [payment] = rows
    if (payment === undefined) return null
    await notePaymentStep(tx, payment, { step: 'received', by: changeSources.payment })
    return payment
  })
}

type Noted = { readonly step: PaymentStep['step']; readonly by: string }

/**
 * Adds a line to the history of the payment's order. Returns the order, or null when it is not in the database or the payment was for a
 * purchase.
 */
export async function notePaymentStep(
  tx: Tx,
  { paymentId, cause, amountCents }: Pick<UnmatchedPayment, 'paymentId' | 'cause' | 'amountCents'>,
  { step, by }: Noted,
): Promise<Order | null> {
  const row = await tx
    .updateTable('orders')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where(
      'id',
      '=',
      sql<OrderId>`(select orders.id from unmatched_payments as payment join orders
        on orders.id = payment.subject_id or (payment.subject_id is null and orders.code = payment.order_code)
        where payment.payment_id = ${paymentId})`,
    )
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const order = orderOfRow(row)
  await addPaymentEvent(tx, order, by, { cause, step, amountCents })
  return order
}

/** Reports the outcome of a payment's refund and queues the customer's mail. */
export async function tellOutcome(
  tx: Tx,
  payment: UnmatchedPayment,
  { step, baseUrl }: { readonly step: UnusableStep; readonly baseUrl: string },
): Promise<void> {
  const order = await notePaymentStep(tx, payment, { step, by: changeSources.cardProcessor })
  if (!needsUnusableMail(step)) return
  const to = order === null ? await buyerOf(tx, payment) : await recipientOf(tx, order)
  if (to === null) return
  const planned = planUnusableMail(step, payment, order, { to, baseUrl })
  await queuePlanned(tx, order?.id ?? null, planned)
}

async function buyerOf(tx: Tx, { paymentId }: UnmatchedPayment): Promise<string | null> {
  const row = await tx
    .selectFrom('unmatched_payments as payment')
    .innerJoin('purchases', 'purchases.id', 'payment.subject_id')
    .innerJoin('accounts', 'accounts.id', 'purchases.account_id')
    .select('accounts.email')
    .where('payment.payment_id', '=', paymentId)
    .executeTakeFirst()
  return row?.email ?? null
}
