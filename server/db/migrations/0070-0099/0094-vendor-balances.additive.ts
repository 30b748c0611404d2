// Balances of the accounts with vendors of engines, as last read.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `create table vendor_balances (
  vendor text primary key,
  tried_at timestamptz not null,
  credits float8,
  low_below float8,
  read_at timestamptz,
  low_since timestamptz
)`
