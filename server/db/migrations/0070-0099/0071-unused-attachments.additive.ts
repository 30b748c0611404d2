// Indexes for the hourly sweep, which looks up whether a message has an attachment before it removes it.
import { type Kysely, sql } from 'kysely'

const statements = [
  'create index if not exists message_attachments_attachment on message_attachments (attachment_id)',
  'create index if not exists ticket_attachments_attachment on ticket_attachments (attachment_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
