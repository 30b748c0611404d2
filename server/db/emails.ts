// The outbox: a confirmation is written with the payment it confirms, and sent by a worker afterwards.
import { sql } from 'kysely'
import type { Mailer } from '../domain/ports.ts'
import type { Db } from './connect.ts'

/** Sends one outbox row unless it was sent; a retry carries the same message id, so a mail server can tell. */
export async function sendEmail(db: Db, mailer: Mailer, id: string): Promise<void> {
  const row = await db
    .selectFrom('emails')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return
  await mailer.send({ to: row.recipient, subject: row.subject, text: row.body, messageId: row.id })
  await db.updateTable('emails').set({ sent_at: sql`now()` }).where('id', '=', id).execute()
}
