// The lines of a basket stay in it until their order is paid. In the meantime, one reminder is mailed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Comes first, while `orders` is not locked. On a large table, the release notes build it before the release.
  `create index if not exists emails_reminders on emails (lower(recipient), created_at) where kind = 'reminder'`,
  'alter table basket_lines add column order_id uuid',
  'create index basket_lines_by_order on basket_lines (order_id) where order_id is not null',
  `alter table basket_lines add constraint basket_lines_order
    foreign key (order_id) references orders (id) on delete cascade not valid`,
  `alter table emails
    drop constraint emails_kind_check,
    add constraint emails_kind_check check (kind in ('confirmation', 'unpaid', 'reminder') or kind like 'refund:%'
      or kind like 'message:%' or kind like 'notice:%' or kind like 'gift:%' or kind like 'ticket:%' or kind like 'generation:%') not valid`,
]
