// The size of one part as it was measured when the order was placed, and the unit in which its numbers were read. Null for
// already-sliced files, orders of the website, and orders from before this migration.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column dimensions_mm double precision[] check (cardinality(dimensions_mm) = 3),
      add column read_unit text`.execute(db)
}
