// Plates are sliced for each printer model and bed of the farm. A process of the release before has no slices of its own.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Empty: the farm's own bed.
  `alter table printers add column profile text not null default ''`,
  // Null: a file that was uploaded, or sliced before.
  `alter table print_files add column profile text`,
  `alter table print_jobs
    add column flavor text check (flavor in ('marlin', 'klipper', 'reprapfirmware', 'bambu')),
    -- What an operator changed for the slices of this job.
    add column slice_settings jsonb`,
  `alter table plate_slices
    add column profile text not null default '',
    add column lease uuid,
    add column print_file_id uuid references print_files,
    drop constraint plate_slices_pkey,
    drop constraint plate_slices_state_check,
    add primary key (job_id, profile),
    add constraint plate_slices_state_check check (state in ('slicing', 'waiting', 'failed', 'unfit', 'sliced')),
    add constraint plate_slices_file_check check ((state = 'sliced') = (print_file_id is not null)),
    add constraint plate_slices_unfit_check check ((state = 'unfit') <= (reason is not null))`,
]
