// Print jobs of the farm: the parts of an order on a plate, the printer, and the result.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Sliced files that operators uploaded or had sliced for an order.
  `create table print_files (
    id uuid primary key,
    order_id uuid not null references orders (id),
    source text not null check (source in ('upload', 'slice')),
    parts integer not null check (parts between 1 and 50),
    uri text not null,
    file_name text not null,
    sha256 text not null,
    size_bytes bigint not null check (size_bytes > 0),
    format text not null check (format in ('gcode', '3mf')),
    seconds double precision,
    grams double precision,
    size_mm double precision[] check (cardinality(size_mm) = 3),
    settings jsonb,
    created_by text not null,
    created_at timestamptz not null default now()
  )`,
  'create index print_files_order on print_files (order_id, created_at)',
  `create table print_jobs (
    id uuid primary key,
    order_id uuid not null references orders (id),
    plate integer not null check (plate > 0),
    parts integer not null check (parts between 1 and 50),
    state text not null default 'queued' check (state in ('queued', 'claimed', 'printing', 'done', 'failed', 'cancelled')),
    version integer not null default 1 check (version > 0),
    material text not null check (material in ('pla', 'petg', 'abs', 'asa', 'tpu')),
    color text not null,
    nozzle_diameter double precision not null,
    -- Machine time of all its parts, as the order was priced.
    centihours integer not null check (centihours >= 0),
    file_kind text not null check (file_kind in ('gcode', 'plates', 'model')),
    -- The kind of the order's own file, for reprints that need other g-code.
    own_kind text not null check (own_kind in ('gcode', 'plates', 'model')),
    print_file_id uuid references print_files (id),
    size_mm double precision[] check (cardinality(size_mm) = 3),
    priority smallint not null default 0,
    due_at timestamptz,
    good integer check (good >= 0),
    scrap integer check (scrap >= 0),
    reason text,
    printer text,
    lease uuid,
    leased_until timestamptz,
    attempts integer not null default 0 check (attempts >= 0),
    progress double precision check (progress between 0 and 1),
    remaining_seconds integer check (remaining_seconds >= 0),
    heartbeat_at timestamptz,
    reprint_of uuid references print_jobs (id),
    created_by text not null,
    created_at timestamptz not null default now(),
    claimed_at timestamptz,
    finished_at timestamptz,
    constraint print_jobs_counts_check check (case when state = 'done' then good + scrap = parts else good is null and scrap is null end),
    constraint print_jobs_lease_check check ((state in ('claimed', 'printing')) = (leased_until is not null)),
    constraint print_jobs_finished_check check ((state in ('done', 'cancelled')) = (finished_at is not null))
  )`,
  'create index print_jobs_order on print_jobs (order_id, plate, created_at)',
  `create index print_jobs_queue on print_jobs (priority desc, due_at, created_at, plate, id) where state = 'queued'`,
  `create index print_jobs_running on print_jobs (leased_until) where state in ('claimed', 'printing')`,
  `create index print_jobs_attention on print_jobs (created_at, id) where state = 'failed'`,
  `create index print_jobs_ended on print_jobs (state, finished_at desc, id desc) where state in ('done', 'cancelled')`,
  'create index print_jobs_printer on print_jobs (printer, finished_at desc, id desc) where printer is not null',
  `create table print_job_events (
    id bigint generated always as identity primary key,
    job_id uuid not null references print_jobs (id),
    kind text not null check (kind in ('queued', 'claimed', 'done', 'failed', 'expired', 'released', 'requeued',
      'cancelled', 'reprinted', 'sliced', 'file')),
    by text not null,
    detail text,
    lease uuid,
    at timestamptz not null default now()
  )`,
  'create index print_job_events_job on print_job_events (job_id, id)',
  // Queued jobs are sorted by their order's priority and due date, which are copied so that a claim reads a single index.
  `create function print_jobs_follow_order() returns trigger language plpgsql as $$
    begin
      update print_jobs set priority = new.priority, due_at = new.due_at where order_id = new.id and state not in ('done', 'cancelled');
      return null;
    end
  $$`,
  `create trigger print_jobs_follow_order after update of priority, due_at on orders for each row
    when (old.priority is distinct from new.priority or old.due_at is distinct from new.due_at)
    execute function print_jobs_follow_order()`,
]
