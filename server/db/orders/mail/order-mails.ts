// The mails about an order, written to the outbox in the transaction that changes the order.
import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/order-id.ts'
import {
  needsUnpaidMail,
  ownRecipient,
  type PlannedMail,
  planConfirmation,
  planReminder,
  planUnpaid,
} from '../../../domain/orders/mail/order-mail.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { listLines } from '../../../domain/orders/order-lines.ts'
import { advisoryLocks } from '../../core/advisory-locks.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { queueMail } from '../../core/queue-mail.ts'
import { createOrderLines } from '../rows/order-lines.ts'
import { readById } from '../rows/order-reads.ts'

/** `orderId`: null for a mail that belongs to no order. */
export async function queuePlanned(
  tx: Tx,
  orderId: OrderId | null,
  { kind, mail }: PlannedMail,
): Promise<void> {
  await queueMail(tx, { orderId, kind }, mail)
}

export async function queueConfirmation(tx: Tx, order: Order, baseUrl: string): Promise<void> {
  const to = await recipientOf(tx, order)
  const lines = await listLines({ orderLines: createOrderLines(tx) }, order)
  await queuePlanned(tx, order.id, planConfirmation(order, { to, baseUrl }, lines))
}

/** At most one for an order, however often its charge ends unpaid. */
export async function queueUnpaid(tx: Tx, order: Order, baseUrl: string): Promise<void> {
  if (!needsUnpaidMail(order)) return
  await queuePlanned(tx, order.id, planUnpaid(order, { to: await recipientOf(tx, order), baseUrl }))
}

/** False when the order is paid or closed by now, or its address got one within a day. */
export async function queueReminder(db: Db, orderId: OrderId, baseUrl: string): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('status', '=', 'PENDING_PAYMENT')
      .where('paid', '=', false)
      .where('payment_pending', '=', false)
      .forUpdate()
      .executeTakeFirst()
    const order = waiting === undefined ? null : await readById(tx, orderId)
    if (order === null) return false
    const to = await recipientOf(tx, order)
    // Orders for one address may be reviewed at the same time: each waits here, and sees the mail of the one before.
    await sql`select pg_advisory_xact_lock(${advisoryLocks.reminders}, hashtext(lower(${to})))`.execute(
      tx,
    )
    const { rows } = await sql<{ reminded: boolean }>`
      select ${wasReminded(sql`${to}::text`)} as reminded`.execute(tx)
    if (rows[0]?.reminded !== false) return false
    await queuePlanned(tx, orderId, planReminder(order, { to, baseUrl }))
    return true
  })
}

/** Whether the address got a reminder within a day, of whichever order. */
export const wasReminded = (address: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from emails
    where kind = 'reminder' and lower(recipient) = lower(${address}) and emails.created_at > now() - interval '1 day')`

/** The order's own address, or the account's where that is not a mail address. */
export async function recipientOf(
  db: Db | Tx,
  { accountId, address }: Pick<Order, 'accountId' | 'address'>,
): Promise<string> {
  const own = ownRecipient({ address })
  if (own !== null) return own
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.email
}
