// Sets of drafts, and the refined model of a draft.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table generation_jobs add column draft_set uuid',
  'alter table generation_jobs add column draft_place smallint',
  // No foreign key, because the emptied job of a deleted draft stays.
  'alter table generation_jobs add column refines uuid',
  `alter table generation_jobs
    add constraint generation_jobs_draft_place check ((draft_set is null) = (draft_place is null) and draft_place > 0) not valid`,
  'create unique index generation_jobs_drafts on generation_jobs (draft_set, draft_place) where draft_set is not null',
  // A draft has one refined model. After a failure or a deletion it may have another.
  `create unique index generation_jobs_refined on generation_jobs (refines)
    where refines is not null and status <> 'error' and deleted_at is null`,
]
