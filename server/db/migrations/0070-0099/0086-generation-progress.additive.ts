// How far a vendor is with a generation’s task, as it said last, and mails about generations that have ended.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table generation_jobs add column percent smallint check (percent between 0 and 100)',
  'alter table generation_jobs add column engine_ahead integer check (engine_ahead >= 0)',
  // Mails that say that a generation has ended.
  `alter table emails
    drop constraint emails_kind_check,
    add constraint emails_kind_check check (kind in ('confirmation', 'unpaid') or kind like 'refund:%'
      or kind like 'message:%' or kind like 'notice:%' or kind like 'gift:%' or kind like 'ticket:%' or kind like 'generation:%') not valid`,
]
