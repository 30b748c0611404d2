// Models withheld from their accounts until an operator delivers or deletes them.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import { withheldDays } from '../../domain/base/time/retention.ts'
import type { WithheldCause } from '../../domain/generation/run/job.ts'
import { generatedFileName } from '../../domain/generation/run/repair-model.ts'
import type {
  ListedWithheld,
  WithheldResult,
  WithheldResults,
} from '../../domain/generation/run/withheld.ts'
import type { StoredModel } from '../../domain/models/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import { dropBody } from './generation-bodies.ts'
import { mailDelivered } from './mail-owner.ts'
import { readResult, storedResult } from './stored-result.ts'

const models: v.GenericSchema<unknown, readonly StoredModel[]> = v.pipe(
  v.array(
    v.object({
      uri: v.string(),
      fileName: v.string(),
      sha256: v.string(),
      sizeBytes: v.number(),
      format: v.literal('glb'),
    }),
  ),
  v.minLength(1),
)

export function createWithheldResults(db: Db, baseUrl: string): WithheldResults {
  return {
    list: (limit) => listWithheld(db, sql`true`, limit),
    find: async (jobId) => (await listWithheld(db, sql`w.job_id = ${jobId}`, 1))[0] ?? null,
    deliver: (jobId, by, now) =>
      db.transaction().execute((tx) => deliver(tx, { jobId, by, now, baseUrl })),
    remove: (jobId, by) => db.transaction().execute((tx) => remove(tx, jobId, by)),
  }
}

type Row = {
  readonly job_id: GenerationJobId
  readonly account_id: AccountId
  readonly email: string
  readonly cause: WithheldCause
  readonly reason: string
  readonly prompt: string
  readonly models: unknown
  readonly created_at: Date
}

async function listWithheld(
  db: Db,
  isWanted: RawBuilder<unknown>,
  limit: number,
): Promise<readonly ListedWithheld[]> {
  const { rows } = await sql<Row>`
    select w.job_id, w.account_id, a.email, w.cause, w.reason, w.prompt, w.models, w.created_at
    from withheld_results w join accounts a on a.id = w.account_id
    where ${isWanted} order by w.created_at, w.job_id limit ${limit}`.execute(db)
  return rows.flatMap((row) => {
    const [model] = modelsOf(row)
    const { job_id: id, account_id: accountId, email, cause, reason, prompt } = row
    return model === undefined
      ? []
      : [{ id, accountId, email, cause, reason, prompt, model, since: row.created_at }]
  })
}

const placeOf = (column: string, id: string) => ({ table: 'withheld_results', column, id })

const modelsOf = (row: Pick<Row, 'job_id' | 'models'>) =>
  readJson(models, row.models, placeOf('models', row.job_id))

/** Adds a withheld result, in the transaction that ends the job. */
export async function addWithheld(
  tx: Tx,
  { jobId, accountId }: { readonly jobId: GenerationJobId; readonly accountId: AccountId },
  { cause, reason, result, models: files, prompt }: WithheldResult,
): Promise<void> {
  await tx
    .insertInto('withheld_results')
    .values({
      job_id: jobId,
      account_id: accountId,
      cause,
      reason,
      result: storedResult(result),
      models: jsonb(files),
      prompt,
      model_uri: result.modelUrl,
      preview_uri: result.previewUrl,
    })
    .execute()
}

type Delivery = {
  readonly jobId: GenerationJobId
  readonly by: string
  readonly now: Date
  readonly baseUrl: string
}

/**
 * Delivers a withheld result. Locks the account, the job and the withheld row in this order, which the deletion of the account, and the
 * end and the deletion of the job, follow as well.
 */
async function deliver(tx: Tx, { jobId, by, now, baseUrl }: Delivery): Promise<boolean> {
  await sql`select from accounts
    where id = (select account_id from withheld_results where job_id = ${jobId}) for key share`.execute(
    tx,
  )
  await lockJob(tx, jobId)
  const row = await tx
    .deleteFrom('withheld_results')
    .where('job_id', '=', jobId)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  const { account_id: accountId, prompt } = row
  const result = readResult(row.result, placeOf('result', jobId))
  // Throws so that the row is not deleted.
  if (result === null) throw new Error(`The withheld result of job ${jobId} is empty.`)
  for (const { uri, fileName, sha256, sizeBytes, format } of modelsOf(row)) {
    await tx
      .insertInto('models')
      .values({
        account_id: accountId,
        uri,
        file_name: fileName,
        sha256,
        size_bytes: sizeBytes,
        format,
      })
      .onConflict((on) => on.columns(['account_id', 'uri']).doNothing())
      .execute()
  }
  await tx
    .insertInto('generations')
    .values({
      id: jobId,
      account_id: accountId,
      mode: result.mode,
      input_mode: result.inputMode,
      prompt,
      model_uri: result.modelUrl,
      preview_uri: result.previewUrl,
      file_name: generatedFileName,
      format: 'glb',
      created_at: now,
    })
    .execute()
  // The draft may have been refined again in the meantime. If so, this model no longer belongs to the draft.
  await sql`
    update generation_jobs set status = 'done', failure = null, result = ${storedResult(result)}::jsonb,
      refines = case when exists (select from generation_jobs other where other.refines = generation_jobs.refines
        and other.id <> generation_jobs.id and other.status <> 'error' and other.deleted_at is null) then null else refines end
    where id = ${jobId}`.execute(tx)
  await dropBody(tx, jobId)
  const detail = { accountId, reason: row.reason }
  await recordAction(tx, { by, kind: 'withheld_delivered', subject: jobId, detail })
  await mailDelivered(tx, { id: jobId, baseUrl })
  return true
}

async function lockJob(tx: Tx, jobId: GenerationJobId): Promise<void> {
  await sql`select from generation_jobs where id = ${jobId} for update`.execute(tx)
}

async function remove(tx: Tx, jobId: GenerationJobId, by: string): Promise<boolean> {
  await lockJob(tx, jobId)
  const { rows } = await sql<{ account_id: string; reason: string }>`
    select account_id, reason from withheld_results where job_id = ${jobId}`.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  for (const statement of withheldRemovals(sql`job_id = ${jobId}`)) await statement.execute(tx)
  const detail = { accountId: row.account_id, reason: row.reason }
  await recordAction(tx, { by, kind: 'withheld_deleted', subject: jobId, detail })
  return true
}

/** Statements in the order in which they must run. The sweep removes the files that nothing else refers to. */
export const withheldRemovals = (which: RawBuilder<unknown>): readonly RawBuilder<unknown>[] => [
  sql`insert into visitor_files (uri, sha256, expires_at)
    select distinct file ->> 'uri', file ->> 'sha256', now() from withheld_results, jsonb_array_elements(models) as file where ${which}
    on conflict (uri) do nothing`,
  sql`delete from withheld_results where ${which}`,
]

const sweptPerRound = 1000

/** Deletes old results on which no operator has decided, in batches, as `removeRows` does. */
export async function sweepWithheld(db: Db, batch = sweptPerRound): Promise<void> {
  let swept = batch
  while (swept === batch) {
    swept = await sweepBatch(db, batch)
  }
}

/** Returns the number of deleted results. */
async function sweepBatch(db: Db, batch: number): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: GenerationJobId }>`
      select job_id as id from withheld_results
      where created_at < now() - make_interval(days => ${withheldDays}) limit ${batch}`.execute(tx)
    const ids = rows.map(({ id }) => id)
    const removals = withheldRemovals(sql`job_id = any(${ids}::uuid[])`)
    for (const statement of removals) await statement.execute(tx)
    return ids.length
  })
}
