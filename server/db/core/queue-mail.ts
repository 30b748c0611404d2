// Writes a mail to the outbox, in the transaction that causes it.

import { randomUUID } from 'node:crypto'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { Mail } from '../../domain/base/ports.ts'
import type { EmailKind } from '../schema/orders.ts'
import type { Tx } from './connect.ts'
import { enqueue, jobNames } from './jobs.ts'

type MailSubject = {
  /** null for a mail that belongs to no order. */
  readonly orderId: OrderId | null
  readonly kind: EmailKind
}

/** For a worker that looks for mails (waiting-mails.ts). Writes nothing when the order has one of its kind. Returns the mail's id. */
export const queueMail = async (tx: Tx, place: MailSubject, mail: Mail): Promise<string> =>
  await insertMail(tx, place, mail, { queued: false })

/** With a job of its own, which sends it soon after the commit and again later where that fails. */
export async function queueMailJob(tx: Tx, place: MailSubject, mail: Mail): Promise<void> {
  await enqueue(tx, jobNames.sendMail, { id: await insertMail(tx, place, mail, { queued: true }) })
}

async function insertMail(
  tx: Tx,
  { orderId, kind }: MailSubject,
  { to, subject, text }: Mail,
  { queued }: { readonly queued: boolean },
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('emails')
    .values({ id, order_id: orderId, kind, recipient: to, subject, body: text, queued })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doNothing())
    .execute()
  return id
}
