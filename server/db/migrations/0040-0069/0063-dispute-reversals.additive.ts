// A lost dispute of a payment that pays for nothing, and its later reversal by the bank. Processes of the previous release book neither.
import { type Kysely, sql } from 'kysely'

const directions = ['dispute_lost unmatched disputed', 'dispute_lost disputed unmatched']

export async function up(db: Kysely<unknown>): Promise<void> {
  const listed = directions.map((words) => `''${words}'', `).join('')
  await sql
    .raw(
      `do $$
  begin
    execute replace(pg_get_functiondef('check_movement_direction'::regproc), 'not in (', 'not in (${listed}');
  end $$`,
    )
    .execute(db)
}
