// Why a job no longer shares a plate. A process of the previous release sets `alone` without a reason.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table print_jobs add column alone_reason text,
    add constraint print_jobs_alone_reason_check check (alone_reason in ('misplaced', 'unsliced')) not valid`.execute(
    db,
  )
}
