// Why parts are scrap, with the count of them, at the event that counted them. A process of the release before writes neither: the count is
// then in the event's detail.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table print_job_events
    add column scrap smallint,
    add column scrap_reason text,
    add constraint print_job_events_scrap_reason_check check (scrap_reason in ('adhesion', 'warping', 'surface', 'extrusion',
      'layer_shift', 'supports', 'spool', 'connection', 'color', 'removal', 'transport', 'other')) not valid`,
  // For the scrap of a range. Build it concurrently before the release where the table is large.
  `create index if not exists print_job_events_counts on print_job_events (at) where kind in ('done', 'reprinted')`,
]
