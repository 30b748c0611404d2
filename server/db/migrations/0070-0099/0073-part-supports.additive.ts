// Decisions about the supports of ordered parts (decisions.md 46). A process of the previous release writes null; the decision is then
// made when the plate is sliced.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const column = `add column supports jsonb check (supports ->> 'decision' in ('none', 'turn', 'supports'))`

const statements = [`alter table orders ${column}`, `alter table order_lines ${column}`]
