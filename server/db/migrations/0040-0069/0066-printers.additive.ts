// Printers of the farm: what each can print, what is loaded, and what it last reported. Processes of the previous release claim jobs
// without these tables.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table printers (
    name text primary key check (length(name) between 1 and 60),
    model text,
    bed_mm double precision[] check (cardinality(bed_mm) = 3),
    bed_origin text not null default 'front_left' check (bed_origin in ('front_left', 'center')),
    nozzle_mm double precision check (nozzle_mm > 0),
    firmware text check (firmware in ('marlin', 'klipper', 'reprapfirmware', 'bambu')),
    -- Empty: not known.
    file_kinds text[] not null default '{}' check (file_kinds <@ array['gcode', 'plates', 'model']),
    tags text[] not null default '{}',
    state text not null default 'ready' check (state in ('ready', 'printing', 'paused', 'finished', 'error')),
    state_detail text,
    state_since timestamptz not null default now(),
    progress double precision check (progress between 0 and 1),
    remaining_seconds integer check (remaining_seconds >= 0),
    -- Of its last claim or report. No foreign key, whose check would lock the job after the printer: reports lock the job first.
    job_id uuid,
    -- When the plate of the state finished was cleared.
    cleared_at timestamptz,
    last_heard_at timestamptz not null default now(),
    -- Null: it was only heard of by claims and heartbeats of jobs.
    reported_at timestamptz,
    maintenance_since timestamptz,
    maintenance_note text,
    maintenance_by text,
    -- The operator who set the spools; null = its program may.
    spools_by text,
    version integer not null default 1 check (version > 0),
    created_at timestamptz not null default now(),
    constraint printers_cleared_check check (cleared_at is null or state = 'finished'),
    constraint printers_maintenance_check check ((maintenance_since is null) = (maintenance_note is null)
      and (maintenance_since is null) = (maintenance_by is null))
  )`,
  `create table printer_spools (
    printer text not null references printers (name) on delete cascade,
    slot smallint not null check (slot between 1 and 16),
    material text not null check (material in ('pla', 'petg', 'abs', 'asa', 'tpu')),
    color text not null check (color <> ''),
    -- Null: not known.
    grams_left integer check (grams_left between 0 and 100000),
    primary key (printer, slot)
  )`,
]
