// The number of scrap parts and the reason, at the event that counted them. A process of the previous release writes neither: the count is
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
  // For the scrap of a range. On a large table, build the index concurrently before the release.
  `create index if not exists print_job_events_counts on print_job_events (at) where kind in ('done', 'reprinted')`,
]
