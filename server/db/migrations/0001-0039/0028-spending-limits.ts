// Daily limit of an account for programs' charges to its saved card, in cents. Null means no limit. An order records the credential that
// placed it; null for the website's orders and for orders older than this migration.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const limit = (column: string) =>
  `add column ${column} integer check (${column} between 0 and 100000000)`

const statements = [
  `alter table accounts ${limit('daily_limit_cents')}, ${limit('key_daily_limit_cents')}`,
  `alter table orders
    add column credential text,
    add constraint orders_credential_check check (credential in ('api_key', 'extension_token', 'session')) not valid`,
]
