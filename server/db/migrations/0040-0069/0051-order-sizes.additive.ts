// The size of one part as measured when the order was placed, and the unit of its coordinates. Null for already-sliced files, orders of
// the website, and orders older than this migration.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column dimensions_mm double precision[] check (cardinality(dimensions_mm) = 3),
      add column read_unit text`.execute(db)
}
