// Deletes an account's generations, uploads and pictures. Ownership is in the query; the sweep removes files that nothing refers to.
import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { OwnWork } from '../../domain/generation/delete-work.ts'
import { hasEnded } from '../../domain/generation/run/job.ts'
import type { Db } from '../core/connect.ts'

export function createOwnWork(db: Db): OwnWork {
  return {
    deleteGeneration: (accountId, id) => deleteGeneration(db, accountId, id),
    deleteImage: async (accountId, uri) => {
      const { rows } = await sql`
        with gone as (delete from images where account_id = ${accountId} and uri = ${uri} returning uri, sha256)
        insert into visitor_files (uri, sha256, expires_at) select uri, sha256, now() from gone
        on conflict (uri) do update set expires_at = visitor_files.expires_at
        returning uri`.execute(db)
      return rows.length > 0
    },
  }
}

async function deleteGeneration(
  db: Db,
  accountId: AccountId,
  id: string,
): ReturnType<OwnWork['deleteGeneration']> {
  return await db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom('generation_jobs')
      .select(['status', 'deleted_at'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (job !== undefined && !hasEnded(job.status)) return 'running'
    const made = await tx
      .selectFrom('generations')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    const isKnown = made !== undefined || (job !== undefined && job.deleted_at === null)
    if (!isKnown) return 'not_found'
    const takenDown = await tx
      .selectFrom('gallery_entries')
      .select('id')
      .where('generation_id', '=', id)
      .where('taken_down_at', 'is not', null)
      .executeTakeFirst()
    if (takenDown !== undefined) return 'taken_down'
    for (const statement of removals(accountId, id)) await statement.execute(tx)
    return 'deleted'
  })
}

/** In this order: a file is noted before the last row that names it is gone. Entries of the gallery go with their generation. */
const removals = (accountId: AccountId, id: string): readonly RawBuilder<unknown>[] => [
  sql`insert into visitor_files (uri, sha256, expires_at)
    select m.uri, m.sha256, now() from models m join generations g on m.uri = g.model_uri and m.account_id = g.account_id
      where g.id = ${id} and g.account_id = ${accountId}
    union select preview_uri, '-', now() from generations
      where id = ${id} and account_id = ${accountId} and preview_uri like 'gs://%'
        and not exists (select from models where models.uri = preview_uri)
    on conflict (uri) do nothing`,
  sql`with gone as (delete from generations where id = ${id} and account_id = ${accountId} returning model_uri)
    delete from models m using gone where m.account_id = ${accountId} and m.uri = gone.model_uri
      and not exists (select from generations g where g.account_id = ${accountId} and g.id <> ${id} and g.model_uri = m.uri)`,
  sql`delete from generation_logs where job_id in (select id from generation_jobs where id = ${id}::uuid and account_id = ${accountId})`,
  sql`delete from generation_bodies where job_id in (select id from generation_jobs where id = ${id}::uuid and account_id = ${accountId})`,
  // The ledger of credits refers to it.
  sql`update generation_jobs set request = null, plan = null, task = null, deleted_at = now(),
      result = case when result is null then null else '{}'::jsonb end
    where id = ${id}::uuid and account_id = ${accountId}`,
]
