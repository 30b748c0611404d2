// When a payment whose order was not in the database was last looked up at the card processor.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table processor_events add column checked_at timestamptz').execute(db)
}
