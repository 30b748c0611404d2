// The last lookup at the card processor of a payment whose order was not in the database.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table processor_events add column checked_at timestamptz').execute(db)
}
