// Generation: credits with their ledger, jobs with the bodies they replay, and the requests to the language model.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Credits of a new account. Every later change is a row of credit_entries.
  'alter table accounts add column credits integer not null default 5 check (credits >= 0)',
  `create table generation_jobs (
    id uuid primary key,
    account_id text not null references accounts (id),
    status text not null check (status in ('queued', 'running', 'done', 'error')),
    stage text check (stage in ('enhancing', 'generating', 'downloading', 'repairing', 'measuring')),
    content_type text,
    request jsonb,
    plan jsonb,
    task jsonb,
    creating boolean not null default false,
    engine_started_at timestamptz,
    polls integer not null default 0,
    broken_runs integer not null default 0,
    credits_charged integer check (credits_charged > 0),
    result jsonb,
    failure jsonb,
    lease uuid,
    leased_until timestamptz,
    created_at timestamptz not null,
    started_at timestamptz,
    completed_at timestamptz,
    check ((status in ('done', 'error')) = (completed_at is not null)),
    check ((status = 'done') = (result is not null)),
    check ((status = 'error') = (failure is not null)),
    check ((lease is null) = (leased_until is null)),
    check (task is null or plan is not null)
  )`,
  `create index generation_jobs_live on generation_jobs (created_at) where status in ('queued', 'running')`,
  `create index generation_jobs_active on generation_jobs (account_id, created_at desc) where status in ('queued', 'running')`,
  `create index generation_jobs_leased on generation_jobs (leased_until) where leased_until is not null`,
  `create table generation_bodies (
    job_id uuid not null references generation_jobs (id),
    part integer not null,
    bytes bytea not null,
    primary key (job_id, part)
  )`,
  // One charge and at most one refund per job.
  `create table credit_entries (
    id bigint generated always as identity primary key,
    account_id text not null references accounts (id),
    job_id uuid not null references generation_jobs (id),
    kind text not null check (kind in ('charge', 'refund')),
    credits integer not null check (case kind when 'charge' then credits < 0 else credits > 0 end),
    at timestamptz not null default now(),
    unique (job_id, kind)
  )`,
  'create index credit_entries_account on credit_entries (account_id, id)',
  `create table generation_logs (
    id uuid primary key,
    job_id uuid not null references generation_jobs (id),
    kind text not null check (kind in ('prompt', 'routing', 'validation')),
    model text not null,
    facts jsonb not null,
    created_at timestamptz not null default now()
  )`,
  'create index generation_logs_job on generation_logs (job_id)',
]
