// Counts of all processes, as totals and by interval, and the state of each running process.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Updated every two seconds, so pages keep free space for the new version of a row.
  `create table metric_totals (
    id bigint generated always as identity primary key,
    name text not null,
    labels jsonb not null,
    value double precision not null default 0 check (value >= 0),
    sum double precision,
    buckets bigint[],
    unique (name, labels),
    check ((sum is null) = (buckets is null))
  ) with (fillfactor = 70)`,
  // Increments of a counter in consecutive intervals of `seconds` that begin at `at`: the minutes of an hour, the hours of a day (UTC).
  // They share one row, because with one row per hour, five weeks would take a page of the table each.
  `create table metric_counts (
    series bigint not null references metric_totals (id),
    seconds integer not null check (seconds in (60, 3600)),
    at timestamptz not null,
    counts double precision[] not null,
    primary key (series, seconds, at)
  ) with (fillfactor = 70)`,
  // Observations of a histogram in the interval of `seconds` that begins at `at`: a minute, an hour or a day (UTC).
  `create table metric_histograms (
    series bigint not null references metric_totals (id),
    seconds integer not null check (seconds in (60, 3600, 86400)),
    at timestamptz not null,
    value double precision not null,
    sum double precision not null,
    buckets bigint[] not null,
    primary key (series, seconds, at)
  ) with (fillfactor = 90)`,
  `create table metric_processes (
    id uuid primary key,
    role text not null check (role in ('all', 'web', 'worker')),
    host text not null,
    pid integer not null,
    version text not null,
    sequence bigint not null,
    gauges jsonb not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    stopped boolean not null default false
  ) with (fillfactor = 50)`,
  `create index emails_unsent on emails (created_at) where sent_at is null`,
]
