// Plates are sliced for each printer model and bed of the farm. A process of the previous release writes no slices by model.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Empty means the farm's bed.
  `alter table printers
    add column profile text not null default '',
    -- The profile's nozzle, used when the printer's program reports none.
    add column profile_nozzle_mm double precision`,
  // Null means a file that was uploaded, or sliced earlier.
  `alter table print_files add column profile text`,
  `alter table print_jobs
    add column flavor text check (flavor in ('marlin', 'klipper', 'reprapfirmware', 'bambu')),
    -- What an operator changed for the slices of this job.
    add column slice_settings jsonb,
    -- Whose slice the last claim got. A job that the farm slices keeps the kind of its own file: a process of the release before knows no
    -- profiles and would give its slice to any printer.
    add column slice_profile text,
    -- Claims that ended by faults of the connection since an operator queued it.
    add column faults integer not null default 0`,
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
  // Existing slices were made for the farm's bed.
  `update print_files set profile = '' where source = 'slice'`,
  `insert into plate_slices (job_id, profile, state, attempts, due_at, print_file_id)
    select job.id, '', 'sliced', 1, now(), file.id from print_jobs job join print_files file on file.id = job.print_file_id
    where job.state in ('queued', 'failed', 'claimed', 'printing') and file.source = 'slice'
    on conflict do nothing`,
]
