// Plates that print jobs of several orders. A process of the previous release knows one job at a time: when it claims a job of a shared
// plate, the plate is dissolved, and the job waits for a separate slice as before.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table print_jobs
    -- The job that leads its plate: it has the slices, the lease and the attempts. Null: leads itself, or is alone.
    add column lead_id uuid references print_jobs,
    -- Where its parts lie on the plate, and the hours that it takes alone. Null: on no shared plate.
    add column place jsonb,
    -- The lease of the plate that claimed it last, of the lead and of those that ride.
    add column plate_lease uuid,
    -- Never planned onto a shared plate: one of its plates could not be sliced.
    add column alone boolean not null default false,
    add constraint print_jobs_lead_check check (lead_id is null or (place is not null and lead_id <> id)) not valid`,
  `create index print_jobs_riders on print_jobs (lead_id) where lead_id is not null`,
  `create index print_jobs_leads on print_jobs (id)
    where place is not null and lead_id is null and state in ('queued', 'failed')`,
  // Whether the slice prints the whole shared plate. A process of the previous release slices only the parts of the lead.
  'alter table plate_slices add column shared boolean not null default false',
  'alter table print_files add column shared boolean not null default false',
  // Whether the printer's program reports shared plates by job, according to its last claim.
  'alter table printers add column takes_shared boolean not null default false',
  `create function print_jobs_claimed_alone() returns trigger language plpgsql as $$
    declare leader uuid := coalesce(new.lead_id, new.id);
    begin
      delete from plate_slices where job_id = leader and shared;
      update print_jobs set lead_id = null, place = null, version = version + 1,
        centihours = coalesce((place ->> 'centihours')::int, centihours)
      where (id = leader or lead_id = leader) and state = 'queued';
      return null;
    end
  $$`,
  `create trigger print_jobs_claimed_alone before update of state on print_jobs for each row
    when (old.state = 'queued' and new.state = 'claimed' and new.place is not null and new.plate_lease is not distinct from old.plate_lease)
    execute function print_jobs_claimed_alone()`,
]
