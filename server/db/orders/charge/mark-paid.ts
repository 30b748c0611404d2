// Marks an order paid in one statement: the payment, its line in the history and its mail. The rule that protects the money is the WHERE
// clause.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { PaymentId } from '../../../domain/base/ids/payment-id.ts'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { changeSources } from '../../../domain/orders/history/change.ts'
import { confirmationMail } from '../../../domain/orders/mail/confirmation-mail.ts'
import type { PaidOutcome } from '../../../domain/orders/ports.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { dueCents, listLines, type PlacedOrder } from '../../../domain/orders/record/order-lines.ts'
import { isPaid, paymentIdOfOrder } from '../../../domain/orders/record/payment.ts'
import {
  isClosed,
  type OrderStatus,
  statusOnPayment,
} from '../../../domain/orders/record/status.ts'
import type { OpenDatabase } from '../../core/connect.ts'
import { onConnection, prepareNamed, slotsOf } from '../../core/connection/prepared.ts'
import { literals } from '../../core/values/literals.ts'
import { isChargeUnsettled } from '../../core/values/unsettled.ts'
import { type MailPlace, recipientOf } from '../mail/order-mails.ts'
import { createOrderLines } from '../rows/order-lines.ts'
import type { prepareReads } from '../rows/order-reads.ts'
import { type OrderRow, orderColumns, orderOfRow } from '../rows/order-rows.ts'
import { isBeingReturned } from '../unmatched/unmatched-refunds.ts'

export type Payment = {
  readonly paymentId: PaymentId
  readonly amountCents: number
  readonly dueAt: Date | null
}

/** The parameters of the statement. */
type Values = Payment & {
  readonly orderId: OrderId
  readonly mailId: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

const slot = slotsOf<Values>()

/** The status changes that a payment makes. */
const moves = keysOf(statusOnPayment).flatMap((from) => {
  const to = statusOnPayment[from]
  return from === to ? [] : [{ from, to }]
})

const when = (from: OrderStatus, to: OrderStatus) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`
const separator = sql` `
const statusAfter = sql`case status ${sql.join(
  moves.map(({ from, to }) => when(from, to)),
  separator,
)} else status end`
/**
 * Status before the payment, for a row that was just paid. A payment never leaves an order in a status that another payment would change.
 */
const statusBefore = sql`case status ${sql.join(
  moves.map(({ from, to }) => when(to, from)),
  separator,
)} else status end`

const takesPayment = sql`(not paid and status in (${literals(keysOf(statusOnPayment))}))`

type Options = {
  readonly place: MailPlace
  readonly reads: Pick<ReturnType<typeof prepareReads>, 'readByCode'>
}

export function prepareMarkPaid(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  { place, reads }: Options,
) {
  const run = prepareNamed<OrderRow, Values>(
    'mark-paid',
    sql<OrderRow>`
      with paid as (
        update orders set paid = true, payment_id = ${slot('paymentId')}, payment_pending = false, charge_retry_at = null,
          unpaid_cause = null, unpaid_reason = null, status = ${statusAfter}, version = version + 1,
          charge_state = case when ${isChargeUnsettled} then 'succeeded' else charge_state end,
          due_at = coalesce(due_at, ${slot('dueAt')}), updated_at = now()
        where id = ${slot('orderId')} and ${takesPayment} and total_cents - gift_cents = ${slot('amountCents')}
          and not ${isBeingReturned(sql`${slot('paymentId')}`)}
        returning ${sql.join(orderColumns.map((name) => sql.ref(name)))}
      ), line as (
        insert into order_events (order_id, status, by, version, from_status, from_tracking, tracking)
        select id, status, ${sql.lit(changeSources.payment)}, version, ${statusBefore}, tracking, tracking from paid
      ), ordered as (
        delete from basket_lines where order_id in (select id from paid)
      ), mail as (
        insert into emails (id, order_id, kind, recipient, subject, body, queued)
        select ${slot('mailId')}, id, 'confirmation', ${slot('to')}, ${slot('subject')}, ${slot('text')}, false from paid
        on conflict (order_id, kind) do nothing
      )
      select * from paid`.compile(db),
  )
  return async (order: PlacedOrder, payment: Payment): Promise<PaidOutcome> => {
    const recipient = await recipientOf(db, order)
    const lines = await listLines({ orderLines: createOrderLines(db) }, order)
    const dueAt = order.dueAt ?? payment.dueAt
    const mailed = { ...place, to: recipient, dueAt, now: new Date() }
    const { to, subject, text } = confirmationMail(order, mailed, lines)
    const values = { ...payment, orderId: order.id, mailId: randomUUID(), to, subject, text }
    const [row] = await onConnection(pool, (connection) => run(connection, values))
    if (row !== undefined) return { kind: 'paid', order: orderOfRow(row) }
    // A new statement: this one does not see what a concurrent payment wrote while it waited for the row.
    return explainUnmarked(await reads.readByCode(order.code), payment)
  }
}

function explainUnmarked(order: Order | null, { paymentId, amountCents }: Payment): PaidOutcome {
  if (order === null) return { kind: 'no_such_order' }
  if (!isPaid(order)) {
    if (isClosed(order.status)) return { kind: 'closed', order }
    return { kind: dueCents(order) === amountCents ? 'being_returned' : 'wrong_amount', order }
  }
  return { kind: paymentIdOfOrder(order) === paymentId ? 'already' : 'duplicate', order }
}
