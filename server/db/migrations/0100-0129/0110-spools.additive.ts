// Counted filament: spools, the ledger of their grams, and the filament of plates that are being printed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table spools (
    -- Written on the spool.
    id bigint generated always as identity primary key,
    material text not null check (material in ('pla', 'petg', 'abs', 'asa', 'tpu')),
    color text not null check (color <> ''),
    -- Filament of the full spool.
    full_grams integer not null check (full_grams between 1 and 100000),
    -- Weight of the spool without filament; null = not known.
    empty_grams integer check (empty_grams between 0 and 100000),
    price_cents integer check (price_cents >= 0),
    lot text,
    printer text references printers (name) on delete set null,
    slot smallint check (slot between 1 and 16),
    opened_at timestamptz,
    emptied_at timestamptz,
    version integer not null default 1 check (version > 0),
    -- The form that added it. A repeat after a crash finds it.
    run_id uuid,
    created_by text not null,
    created_at timestamptz not null default now(),
    constraint spools_emptied_check check (emptied_at is null or printer is null)
  )`,
  // A printer may be removed; its slot then no longer counts.
  'create unique index spools_loaded on spools (printer, slot) where printer is not null',
  'create index spools_in_use on spools (material, color) where emptied_at is null',
  'create index spools_run on spools (run_id) where run_id is not null',
  // Whether a counted spool was loaded since an operator last saved the printer without any spools. Its slots are then known to be empty.
  'alter table printers add column spools_counted boolean not null default false',
  // The filament of a spool is the sum of its movements.
  `create table spool_movements (
    id bigint generated always as identity primary key,
    spool_id bigint not null references spools (id),
    kind text not null check (kind in ('added', 'printed', 'weighed', 'emptied')),
    milligrams bigint not null,
    -- The plate that was printed. No foreign key, so that jobs can be deleted.
    job_id uuid,
    by text not null,
    at timestamptz not null default now(),
    constraint spool_movements_direction check (case kind when 'added' then milligrams > 0 when 'printed' then milligrams < 0 else true end),
    constraint spool_movements_job check ((kind = 'printed') = (job_id is not null))
  )`,
  'create index spool_movements_spool on spool_movements (spool_id, id)',
  `create index spool_movements_printed on spool_movements (at) where kind = 'printed'`,
  // One row per claim until its end, which deletes the row. A repeated report finds none.
  `create table plate_filament (
    lease uuid primary key,
    -- Leads the plate.
    job_id uuid not null,
    printer text not null,
    material text not null,
    color text not null,
    milligrams bigint not null check (milligrams >= 0),
    taken_milligrams bigint not null default 0,
    spool_id bigint references spools (id),
    constraint plate_filament_taken check (taken_milligrams between 0 and milligrams)
  )`,
  'create index plate_filament_printer on plate_filament (printer)',
  'create index plate_filament_spool on plate_filament (spool_id) where spool_id is not null',
  // From 0 to 1.
  `create function printed_share(plate plate_filament) returns double precision language sql stable as $$
    select case when exists (select from printers where name = plate.printer and job_id = plate.job_id and state = 'finished') then 1
      else coalesce((select progress from print_jobs where id = plate.job_id), 0) end
  $$`,
  // Locks the plate before the spool, as every transaction does.
  `create function take_filament(claim uuid, share double precision) returns void language plpgsql as $$
    declare
      plate plate_filament;
      used bigint;
    begin
      select * into plate from plate_filament where lease = claim for update;
      if not found then return; end if;
      used := round(plate.milligrams * least(1, greatest(0, share))) - plate.taken_milligrams;
      if used <= 0 then return; end if;
      if plate.spool_id is not null then
        perform from spools where id = plate.spool_id for no key update;
        insert into spool_movements (spool_id, kind, milligrams, job_id, by)
          values (plate.spool_id, 'printed', -used, plate.job_id, plate.printer);
      end if;
      update plate_filament set taken_milligrams = taken_milligrams + used where lease = claim;
    end
  $$`,
  // A plate ends with the last of its jobs. The lock makes a second transaction that ends another job wait for the first.
  `create function print_jobs_take_filament() returns trigger language plpgsql as $$
    declare
      claim uuid := coalesce(old.plate_lease, old.lease);
      plate plate_filament;
    begin
      select * into plate from plate_filament where lease = claim for update;
      if not found then return null; end if;
      if exists (select from print_jobs where (id = plate.job_id or lead_id = plate.job_id) and state in ('claimed', 'printing')
        and coalesce(plate_lease, lease) = claim) then return null; end if;
      perform take_filament(claim, case when exists (select from print_jobs where (id = plate.job_id or lead_id = plate.job_id)
        and state = 'done' and coalesce(plate_lease, lease) = claim) then 1 else printed_share(plate) end);
      delete from plate_filament where lease = claim;
      return null;
    end
  $$`,
  `create trigger print_jobs_take_filament after update of state on print_jobs for each row
    when (old.state in ('claimed', 'printing') and new.state not in ('claimed', 'printing'))
    execute function print_jobs_take_filament()`,
]
