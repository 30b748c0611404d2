// Mails about orders, put into the outbox in the transaction that gives a reason for them.
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isMailAddress } from '../domain/mail-address.ts'
import type { Order } from '../domain/orders/order.ts'
import type { Mail } from '../domain/ports.ts'
import { enqueue, jobNames } from './jobs.ts'
import type { Database } from './schema.ts'

type Tx = Transaction<Database>

/** The order's own address, or the account's where that is none: the one mail of a paid order must arrive somewhere. */
export async function recipientOf(tx: Tx, { accountId, address }: Order): Promise<string> {
  if (isMailAddress(address.email)) return address.email
  const account = await tx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.email
}

/** Each kind of mail is queued once for an order: the unique (order, kind) makes a second one impossible. */
export async function queueEmail(
  tx: Tx,
  order: Pick<Order, 'id'>,
  kind: string,
  { to, subject, text }: Mail,
): Promise<void> {
  const id = randomUUID()
  await tx
    .insertInto('emails')
    .values({ id, order_id: order.id, kind, recipient: to, subject, body: text, sent_at: null })
    .execute()
  await enqueue(tx, jobNames.sendEmail, { id })
}
