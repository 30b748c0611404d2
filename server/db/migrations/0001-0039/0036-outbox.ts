// A mail may wait in the outbox without a job: a worker polls for such mails and sends them together. `queued` means that the mail has a
// job, as every mail of the previous release does.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table emails add column queued boolean not null default true',
  'create index emails_without_job on emails (created_at) where sent_at is null and not queued',
]
