// Logos that accounts put on the packing slips of their orders, and the items that a checkout of the Universal Commerce
// Protocol could not include.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table account_logos (
    account_id text primary key references accounts (id),
    png bytea not null check (octet_length(png) <= 2097152),
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    updated_at timestamptz not null
  )`,
  `create trigger account_logos_account_is_open before insert or update of account_id on account_logos for each row
    execute function refuse_row_of_closed_account()`,
  `alter table checkout_sessions add column missing jsonb not null default '[]'`,
]
