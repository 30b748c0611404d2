// Deletes an account's generations, uploads and pictures. The query checks ownership. The sweep removes files that nothing refers to.

import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import { hasEnded } from '../../domain/generation/run/job.ts'
import type { OperatorDeletion, OwnWork } from '../../domain/generation/run/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { banTakenDown } from '../gallery/ban-taken-down.ts'
import { withheldRemovals } from './withheld-results.ts'

export function createOwnWork(db: Db): OwnWork {
  return {
    deleteGeneration: (accountId, id, operator) =>
      db.transaction().execute((tx) => deleteGeneration(tx, { accountId, id }, operator)),
    deleteImage: (accountId, uri, operator) =>
      db.transaction().execute((tx) => deleteImage(tx, { accountId, uri }, operator)),
    ownerOf: async (id) => {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from generations where id = ${id}
        union select account_id from generation_jobs where id = ${id}::uuid and deleted_at is null`.execute(
        db,
      )
      return rows[0]?.account_id ?? null
    },
  }
}

async function deleteImage(
  tx: Tx,
  { accountId, uri }: { readonly accountId: AccountId; readonly uri: string },
  operator: OperatorDeletion | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (delete from images where account_id = ${accountId} and uri = ${uri} returning uri, sha256)
    insert into visitor_files (uri, sha256, expires_at) select uri, sha256, now() from gone
    on conflict (uri) do update set expires_at = visitor_files.expires_at
    returning uri`.execute(tx)
  if (rows.length === 0) return false
  if (operator !== undefined) {
    const { by, reason } = operator
    const detail = { accountId, reason }
    await recordAction(tx, { by, kind: 'picture_deleted', subject: uri, detail })
  }
  return true
}

type WorkKey = { readonly accountId: AccountId; readonly id: GenerationJobId }

async function deleteGeneration(
  tx: Tx,
  { accountId, id }: WorkKey,
  operator: OperatorDeletion | undefined,
): ReturnType<OwnWork['deleteGeneration']> {
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
    .select(['model_uri', 'original_uri'])
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
  if (takenDown !== undefined && operator === undefined) return 'taken_down'
  if (operator !== undefined) await banTakenDown(sql`generation_id = ${id}`).execute(tx)
  for (const statement of removals(accountId, id)) await statement.execute(tx)
  if (operator !== undefined) {
    const uris = [made?.model_uri ?? null, made?.original_uri ?? null].filter((uri) => uri !== null)
    for (const statement of afterOperator(uris)) await statement.execute(tx)
    const { by, reason } = operator
    const detail = { accountId, uris, reason }
    await recordAction(tx, { by, kind: 'model_deleted', subject: id, detail })
  }
  return 'deleted'
}

/** Statements for an operator's deletion: the model can no longer be ordered, unless another account has the same content. */
const afterOperator = (uris: readonly string[]): readonly RawBuilder<unknown>[] => {
  const isNobodys = sql`file_uri = any(${uris}::text[]) and not exists (select from models where models.uri = file_uri)`
  return [
    sql`update visitor_files set until_orders_end = true where uri = any(${uris}::text[])`,
    sql`delete from basket_lines where ${isNobodys}`,
    sql`delete from quotes where spent_at is null and ${isNobodys}`,
  ]
}

/**
 * Statements in the order in which they must run: a file is noted before the last row that names it is deleted. Entries of the gallery are
 * deleted with their generation.
 */
const removals = (accountId: AccountId, id: string): readonly RawBuilder<unknown>[] => [
  ...withheldRemovals(sql`job_id = ${id}::uuid and account_id = ${accountId}`),
  sql`insert into visitor_files (uri, sha256, expires_at)
    select m.uri, m.sha256, now() from models m join generations g on m.uri in (g.model_uri, g.original_uri) and m.account_id = g.account_id
      where g.id = ${id} and g.account_id = ${accountId}
    union select preview_uri, '-', now() from generations
      where id = ${id} and account_id = ${accountId} and preview_uri like 'gs://%'
        and not exists (select from models where models.uri = preview_uri)
    on conflict (uri) do nothing`,
  sql`with gone as (delete from generations where id = ${id} and account_id = ${accountId} returning model_uri, original_uri)
    delete from models m using gone where m.account_id = ${accountId} and m.uri in (gone.model_uri, gone.original_uri)
      and not exists (select from generations g where g.account_id = ${accountId} and g.id <> ${id} and m.uri in (g.model_uri, g.original_uri))`,
  sql`delete from generation_logs where job_id in (select id from generation_jobs where id = ${id}::uuid and account_id = ${accountId})`,
  sql`delete from generation_bodies where job_id in (select id from generation_jobs where id = ${id}::uuid and account_id = ${accountId})`,
  // The ledger of credits refers to it.
  sql`update generation_jobs set request = null, plan = null, task = null, deleted_at = now(),
      result = case when result is null then null else '{}'::jsonb end
    where id = ${id}::uuid and account_id = ${accountId}`,
]
