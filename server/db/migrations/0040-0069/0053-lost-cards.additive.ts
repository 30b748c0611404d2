// When an account's card was lost because the processor no longer has its customer. Null once another card is saved.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column card_lost_at timestamptz`.execute(db)
}
