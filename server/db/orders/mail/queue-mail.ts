// The mails about an order, written to the outbox in the transaction that changes the order.
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isMailAddress } from '../../../domain/base/mail-address.ts'
import type { Mail } from '../../../domain/base/ports.ts'
import { confirmationMail } from '../../../domain/orders/mail/confirmation-mail.ts'
import { unpaidMail } from '../../../domain/orders/mail/unpaid-mail.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { listLines } from '../../../domain/orders/order-lines.ts'
import type { Db } from '../../core/connect.ts'
import type { Database } from '../../schema/database.ts'
import type { EmailKind } from '../../schema/orders.ts'
import { createOrderLines } from '../order-lines.ts'

type Tx = Transaction<Database>

export async function queueConfirmation(tx: Tx, order: Order, baseUrl: string): Promise<void> {
  const to = await recipientOf(tx, order)
  const lines = await listLines({ orderLines: createOrderLines(tx) }, order)
  const mail = confirmationMail(order, to, baseUrl, lines)
  await queueMail(tx, order, 'confirmation', mail)
}

/** For a charge that was unsettled and ended unpaid. At most one for an order, however often that happens. */
export async function queueUnpaid(tx: Tx, order: Order, baseUrl: string): Promise<void> {
  const mail = unpaidMail(order, await recipientOf(tx, order), baseUrl)
  await queueMail(tx, order, 'unpaid', mail)
}

/** Leaves the mail in the outbox for a worker (waiting-mails.ts), unless one of its kind exists for the order. Returns its id. */
export async function queueMail(
  tx: Tx,
  order: { readonly id: Order['id'] | null },
  kind: EmailKind,
  { to, subject, text }: Mail,
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('emails')
    .values({ id, order_id: order.id, kind, recipient: to, subject, body: text, queued: false })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing())
    .execute()
  return id
}

/** The order's own address, or the account's where that is not a mail address. */
export async function recipientOf(
  db: Db | Tx,
  { accountId, address }: Pick<Order, 'accountId' | 'address'>,
): Promise<string> {
  if (isMailAddress(address.email)) return address.email
  const account = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.email
}
