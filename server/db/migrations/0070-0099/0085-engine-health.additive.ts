// The health of vendors, shared by all processes, and vendor tasks that may be billed and that no job waits for (decisions.md 66).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table engine_health (
    vendor text primary key,
    trouble text not null,
    since timestamptz not null,
    seen_at timestamptz not null,
    left_out_until timestamptz
  )`,
  `create table vendor_leftovers (
    id bigint generated always as identity primary key,
    job_id uuid not null,
    vendor text,
    task_id text,
    why text not null,
    cancelled boolean not null,
    at timestamptz not null default now()
  )`,
  "create unique index vendor_leftovers_once on vendor_leftovers (job_id, why, coalesce(task_id, ''))",
  'create index vendor_leftovers_at on vendor_leftovers (at)',
]
