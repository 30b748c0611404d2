// When a printer's program last reported that it cannot reach the printer, and why. It applies until the next sign of life.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table printers add column unreachable_at timestamptz, add column unreachable_reason text`.execute(
    db,
  )
}
