// Generated models that moderation rejected or could not check, kept until an operator delivers or deletes them. Also the time at which a
// retry last used the photos of a failed generation.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Time of the first failed check of the finished model.
  'alter table generation_jobs add column look_failed_at timestamptz',
  'alter table generation_jobs add column photos_used_at timestamptz',
  `create table withheld_results (
    job_id uuid primary key references generation_jobs (id),
    account_id text not null references accounts (id),
    cause text not null check (cause in ('refused', 'unseen')),
    reason text not null,
    result jsonb not null,
    models jsonb not null,
    prompt text not null,
    model_uri text not null,
    preview_uri text not null,
    created_at timestamptz not null default now()
  )`,
  'create index withheld_results_account on withheld_results (account_id)',
  'create index withheld_results_created on withheld_results (created_at)',
  'create index withheld_results_model on withheld_results (model_uri)',
  'create index withheld_results_preview on withheld_results (preview_uri)',
  `create trigger withheld_results_account_is_open before insert or update of account_id on withheld_results for each row
    execute function refuse_row_of_closed_account()`,
]
