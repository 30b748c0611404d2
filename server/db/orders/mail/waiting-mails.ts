// Mails that wait in the outbox without a job. Workers poll for them and send several together, so that a payment neither writes a job
// nor wakes a worker. A mail that fails gets a job, which retries it and shows its error.

import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { Db } from '../../core/connect.ts'
import { enqueue, jobNames } from '../../core/jobs/jobs.ts'
import { mailLock, type OutboxRow } from './send-mail.ts'

export type WaitingMail = OutboxRow & { readonly order_id: OrderId | null }

const batchSize = 20
/** Other workers may be sending the oldest mails, so this many are searched for free ones. */
const candidates = 500

export type MailSender = {
  readonly send: (mail: WaitingMail) => Promise<void>
  /** True when the worker must not begin another mail. */
  readonly isStopping: () => boolean
}

/** Maximum number of mails that a dying worker may have sent without recording it. A repeated mail has the same id. */
const parallel = 4

/**
 * Sends waiting mails until there are none, except those that other workers are sending. Returns the number of mails taken. Locks belong
 * to the connection, as for single mails.
 */
export async function sendWaitingMails(db: Db, sender: MailSender): Promise<number> {
  let taken = 0
  while (!sender.isStopping()) {
    const batch = await db.connection().execute((connection) => sendBatch(connection, sender))
    taken += batch
    if (batch < batchSize) break
  }
  return taken
}

async function sendBatch(db: Db, sender: MailSender): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with waiting as materialized (
      select id from emails where sent_at is null and not queued order by created_at limit ${candidates}
    )
    select id from waiting where pg_try_advisory_lock(${mailLock(sql`id::text`)}) limit ${batchSize}`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  try {
    await sendLocked(db, ids, sender)
  } finally {
    // Unlocks after the last commit, so that a worker that locks a mail reads what this one wrote.
    await unlock(ids).execute(db)
  }
  return ids.length
}

async function sendLocked(
  db: Db,
  ids: readonly string[],
  { send, isStopping }: MailSender,
): Promise<void> {
  // Read again under the lock: another worker may have sent them since they were found.
  const mails = await db
    .selectFrom('emails')
    .select(['id', 'order_id', 'kind', 'recipient', 'subject', 'body', 'resends'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('sent_at', 'is', null)
    .where('queued', '=', false)
    .execute()
  const unwritten: string[] = []
  let writing = Promise.resolve()
  /** Records mails together that were sent while the previous statement was running. */
  const write = () => {
    writing = writing.then(async () => {
      const batch = unwritten.splice(0)
      if (batch.length === 0) return
      await sql`update emails set sent_at = now() where id = any(${batch}::uuid[])`.execute(db)
    })
    return writing
  }
  const queue = [...mails]
  let hasFailed = false
  const next = () => (isStopping() || hasFailed ? undefined : queue.shift())
  const work = async () => {
    for (let mail = next(); mail !== undefined; mail = next()) {
      const isSent = await send(mail).then(yes, no)
      if (!isSent) {
        await leaveToQueue(db, mail.id)
      } else {
        unwritten.push(mail.id)
        await write()
      }
    }
  }
  // Waits for all senders before the connection is released, even if one of them fails.
  const stopAll = (error: unknown) => {
    hasFailed = true
    throw error
  }
  const lanes = Array.from({ length: parallel }, () => work().catch(stopAll))
  for (const lane of await Promise.allSettled(lanes)) {
    if (lane.status === 'rejected') throw lane.reason
  }
}

const yes = () => true
const no = () => false

async function leaveToQueue(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('emails').set({ queued: true }).where('id', '=', id).execute()
    await enqueue(tx, jobNames.sendMail, { id })
  })
}

const unlock = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select pg_advisory_unlock(${mailLock(sql`id`)}) from unnest(${ids}::text[]) as locked (id)`
