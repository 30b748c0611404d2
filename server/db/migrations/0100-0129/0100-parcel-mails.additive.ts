// Mails about the parcel of a web order: it was shipped, its tracking changed, or it was delivered.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `alter table emails
  drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('confirmation', 'unpaid', 'reminder') or kind like 'refund:%'
    or kind like 'shipped:%' or kind like 'tracking:%' or kind like 'delivered:%' or kind like 'message:%' or kind like 'notice:%' or kind like 'gift:%'
    or kind like 'ticket:%' or kind like 'generation:%') not valid`
