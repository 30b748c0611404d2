// What printers show at the desk, and the commands that operators send to them. Only the newest of each is stored.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table printers
    -- Null: its program takes no commands.
    add column controls text[],
    add column missing_features text[] not null default '{}',
    add column missing_reasons text[] not null default '{}',
    -- Actual and target of nozzle, bed and chamber; a null is not known.
    add column temperatures double precision[]`,
  `alter table printers
    add constraint printers_controls_check check (controls <@ array['pause', 'resume', 'cancel']) not valid,
    add constraint printers_missing_features_check check (
      missing_features <@ array['pause', 'resume', 'cancel', 'temperatures', 'picture']) not valid,
    add constraint printers_missing_check check (cardinality(missing_features) = cardinality(missing_reasons)) not valid,
    add constraint printers_temperatures_check check (cardinality(temperatures) = 6) not valid`,
  `create table printer_commands (
    printer text primary key references printers (name) on delete cascade,
    id uuid not null unique,
    version integer not null check (version > 0),
    action text not null check (action in ('pause', 'resume', 'cancel')),
    job_id uuid not null,
    -- The claim for which it was given.
    lease uuid not null,
    requested_by text not null,
    requested_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- The program that carries it out.
    taken_by uuid,
    taken_at timestamptz,
    ended_at timestamptz,
    outcome text check (outcome in ('done', 'failed')),
    reason text,
    constraint printer_commands_taken_check check ((taken_by is null) = (taken_at is null)),
    constraint printer_commands_ended_check check ((ended_at is null) = (outcome is null))
  )`,
  // Unlogged: a picture is replaced every minute and worth nothing after a crash, so it is neither archived nor replicated.
  `create unlogged table printer_pictures (
    printer text primary key references printers (name) on delete cascade,
    jpeg bytea not null check (octet_length(jpeg) <= 131072),
    taken_at timestamptz not null default now()
  )`,
]
