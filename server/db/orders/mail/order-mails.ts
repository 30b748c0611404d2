// The mails about an order, written to the outbox in the transaction that changes the order.
import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import {
  needsUnpaidMail,
  ownRecipient,
  type PlannedMail,
  planConfirmation,
  planParcelMail,
  planReminder,
  planUnpaid,
} from '../../../domain/orders/mail/order-mail.ts'
import { parcelSteps } from '../../../domain/orders/mail/parcel-mail.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { listLines } from '../../../domain/orders/record/order-lines.ts'
import { shippedStatuses, unprintedStatuses } from '../../../domain/orders/record/status.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { queueMail } from '../../core/jobs/queue-mail.ts'
import { advisoryLocks } from '../../core/transactions/advisory-locks.ts'
import { literals } from '../../core/values/literals.ts'
import { createOrderLines } from '../rows/order-lines.ts'
import { readById } from '../rows/order-reads.ts'

/** Queues a mail. `orderId` is null for a mail that belongs to no order. */
export async function queuePlanned(
  tx: Tx,
  orderId: OrderId | null,
  { kind, mail }: PlannedMail,
): Promise<void> {
  await queueMail(tx, { orderId, kind }, mail)
}

export async function queueConfirmation(tx: Tx, order: Order, place: MailPlace): Promise<void> {
  const to = await recipientOf(tx, order)
  const lines = await listLines({ orderLines: createOrderLines(tx) }, order)
  await queuePlanned(
    tx,
    order.id,
    planConfirmation(order, { to, ...place, now: order.updatedAt }, lines),
  )
}

/** Base of the links in mails, and the farm's time zone for their dates. */
export type MailPlace = { readonly baseUrl: string; readonly timeZone: string }

/**
 * Queues the parcel mail for an order that was changed from `before`, after the event of the change. Sends none for an erased order or a
 * closed account, and none to an account's address, which its owner did not give for parcels.
 */
export async function queueParcelMail(
  tx: Tx,
  order: Order,
  before: Order,
  place: MailPlace,
): Promise<void> {
  const to = ownRecipient(order)
  if (order.web === null || to === null) return
  if (order.status !== 'SHIPPED' && order.status !== 'DELIVERED') return
  if (await isErased(tx, order)) return
  const parcels = await parcelsOf(tx, order)
  const planned = planParcelMail(order, before, { to, ...place, now: order.updatedAt, parcels })
  if (planned !== null) await queuePlanned(tx, order.id, planned)
}

async function isErased(tx: Tx, { id }: Pick<Order, 'id'>): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`
    select orders.anonymized_at is not null or accounts.closed_at is not null as erased
    from orders join accounts on accounts.id = orders.account_id where orders.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.erased !== false
}

/**
 * Returns the parcels with their mails. `mailed` lists the newest first. An order that returns from shipped to printing has another parcel
 * afterwards.
 */
async function parcelsOf(tx: Tx, { id }: Pick<Order, 'id'>) {
  const { rows } = await sql<{ returns: number; shippedAt: Date | null }>`
    select count(*) filter (where kind = 'reprint' or kind is null and from_status in (${literals(shippedStatuses)})
        and status in (${literals(unprintedStatuses)}))::int as returns,
      max(at) filter (where kind is null and status = 'SHIPPED' and from_status is distinct from status) as "shippedAt"
    from order_events where order_id = ${id}`.execute(tx)
  const mails = await tx
    .selectFrom('emails')
    .select('kind')
    .where('order_id', '=', id)
    .where(sql<boolean>`split_part(kind, ':', 1) in (${literals(parcelSteps)})`)
    .orderBy('created_at', 'desc')
    .execute()
  const { returns = 0, shippedAt = null } = rows[0] ?? {}
  return { returns, shippedAt, mailed: mails.map(({ kind }) => kind) }
}

/** Queues at most one mail per order, however often its charge ends unpaid. */
export async function queueUnpaid(tx: Tx, order: Order, baseUrl: string): Promise<void> {
  if (!needsUnpaidMail(order)) return
  await queuePlanned(tx, order.id, planUnpaid(order, { to: await recipientOf(tx, order), baseUrl }))
}

/**
 * Queues the reminder. Returns false when the order is already paid or closed, or when its address got a reminder within the last day.
 */
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
    // Orders with the same address may be handled at the same time. Each waits here and then sees the mail of the previous one.
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

/** Whether the address got a reminder for any order within the last day. */
export const wasReminded = (address: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from emails
    where kind = 'reminder' and lower(recipient) = lower(${address}) and emails.created_at > now() - interval '1 day')`

/** Returns the order's address, or the account's address if the order's is not a mail address. */
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
