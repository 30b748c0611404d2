// What goes back and comes again: disputes that a bank decides twice. The previous release books none of it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const directions = [
  // A lost dispute that the bank decided otherwise afterwards.
  'dispute_lost disputed orders',
  'dispute_lost disputed losses',
]

/** More kinds of movements, whatever the function has by then. */
const widenDirections = `do $$
  begin
    execute replace(pg_get_functiondef('check_movement_direction'::regproc), 'not in (',
      'not in (${directions.map((words) => `''${words}'', `).join('')}');
  end $$`

const statements = [widenDirections, 'create index disputes_payment on disputes (payment_id)']
