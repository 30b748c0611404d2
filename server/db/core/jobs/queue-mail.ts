// Writes a mail to the outbox, in the transaction that causes it.

import { randomUUID } from 'node:crypto'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { Mail } from '../../../domain/base/ports.ts'
import type { MailKind } from '../../../domain/operators/mail-kind.ts'
import type { Tx } from '../connect.ts'
import { enqueue, jobNames } from './jobs.ts'

type MailSubject = {
  /** null for a mail that belongs to no order. */
  readonly orderId: OrderId | null
  readonly kind: MailKind
}

/**
 * Queues a mail for a worker that polls (waiting-mails.ts) and returns its id. Writes nothing when the order already has a mail of this
 * kind.
 */
export const queueMail = async (tx: Tx, place: MailSubject, mail: Mail): Promise<string> =>
  await insertMail(tx, place, mail, { queued: false })

/** Queues a mail with its own job, which sends it soon after the commit and retries on failure. */
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
