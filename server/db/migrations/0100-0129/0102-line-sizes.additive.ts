// The size of one part of a line as measured when the order was placed, and the unit of its coordinates. Null for already-sliced files and
// for orders older than this migration. An order of one line has them in its row (0051).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table order_lines
    add column dimensions_mm double precision[],
    add column read_unit text`,
  `alter table order_lines
    add constraint order_lines_dimensions_mm_check check (cardinality(dimensions_mm) = 3) not valid`,
]
