// The worker slices plates. A process of the previous release slices none automatically, and slices that its operators request are valid.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table plate_slices (
    job_id uuid primary key references print_jobs on delete cascade,
    state text not null check (state in ('slicing', 'waiting', 'failed')),
    attempts integer not null check (attempts >= 0),
    -- Until when a process has it, or waits before it tries again.
    due_at timestamptz not null,
    reason text,
    check ((state = 'failed') <= (reason is not null))
  )`,
  // In the order in which jobs are claimed.
  `create index print_jobs_unsliced on print_jobs (priority desc, due_at, created_at, plate, id)
    where state = 'queued' and file_kind = 'model'`,
]
