// The last progress that a vendor reported for a generation's task, and mails about finished generations.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table generation_jobs add column percent smallint check (percent between 0 and 100)',
  'alter table generation_jobs add column engine_ahead integer check (engine_ahead >= 0)',
  // Mails about finished generations.
  `alter table emails
    drop constraint emails_kind_check,
    add constraint emails_kind_check check (kind in ('confirmation', 'unpaid') or kind like 'refund:%'
      or kind like 'message:%' or kind like 'notice:%' or kind like 'gift:%' or kind like 'ticket:%' or kind like 'generation:%') not valid`,
]
