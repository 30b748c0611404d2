// What all processes counted together, by interval as well, and the state of each living process.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Updated every two seconds: pages keep room for the new version of a row.
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
  // `seconds` is the width of the interval that begins at `at`: a minute, an hour, a day (UTC).
  `create table metric_intervals (
    series bigint not null references metric_totals (id),
    seconds integer not null check (seconds in (60, 3600, 86400)),
    at timestamptz not null,
    value double precision not null,
    sum double precision,
    buckets bigint[],
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
  // Element by element; null and null is null.
  `create function add_buckets(a bigint[], b bigint[]) returns bigint[] language sql immutable as $$
    select array_agg(coalesce(x, 0) + coalesce(y, 0) order by position)
    from unnest(a, b) with ordinality as both_arrays(x, y, position)
  $$`,
  `create index emails_unsent on emails (created_at) where sent_at is null`,
]
