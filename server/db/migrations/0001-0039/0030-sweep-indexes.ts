// Indexes for the hourly sweep, so that it does not read all events of the card processor and all measurements.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index processor_events_handled on processor_events (received_at) where state = 'handled'`,
  'create index measurements_version on measurements (core_version)',
  'create index print_estimates_version on print_estimates (core_version)',
]
