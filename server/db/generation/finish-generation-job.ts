// Ends a generation job in one transaction: with its result and a history row, or in error with its credits refunded. The end is written
// once, because the job must still be live.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId, GenerationLease } from '../../domain/base/ids/generation-job.ts'
import type { Leftover } from '../../domain/generation/engine/engine-health.ts'
import type { CompletedJob, FailedJob } from '../../domain/generation/run/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { jsonb } from '../core/values/json.ts'
import { refundCredits } from './credits.ts'
import { addLeftover } from './engine-health.ts'
import { dropBody, keepForRetry } from './generation-bodies.ts'
import { isLive } from './live-jobs.ts'
import { mailOwner } from './mail-owner.ts'
import { storedResult } from './stored-result.ts'
import { addWithheld } from './withheld-results.ts'

/** A job and the service's address, which the mail to its owner contains. */
type Ended<Lease> = {
  readonly id: GenerationJobId
  readonly lease: Lease
  readonly baseUrl: string
}

export async function completeGenerationJob(
  db: Db,
  { id, lease, baseUrl }: Ended<GenerationLease>,
  { result, generation, now, creditsBack = 0 }: CompletedJob,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const job = await endJob(tx, id, now)
      .set({ status: 'done', result: storedResult(result) })
      .where('lease', '=', lease)
      .returning('account_id')
      .executeTakeFirst()
    if (job === undefined) return false
    if (creditsBack > 0) {
      await refundCredits(tx, { accountId: job.account_id, jobId: id, credits: creditsBack })
    }
    await tx
      .insertInto('generations')
      .values({
        id: result.generationId,
        account_id: job.account_id,
        mode: result.mode,
        input_mode: result.inputMode,
        prompt: generation.prompt,
        model_uri: result.modelUrl,
        preview_uri: result.previewUrl,
        file_name: generation.fileName,
        format: generation.format,
        created_at: now,
      })
      .execute()
    await (result.persisted ? dropBody(tx, id) : keepForRetry(tx, id))
    await mailOwner(tx, { id, end: result.persisted ? 'made' : 'unstored', baseUrl })
    return true
  })
}

/** Without a lease, ends the job regardless of who holds it. */
export async function failGenerationJob(
  db: Db,
  { id, lease, baseUrl }: Ended<GenerationLease | null>,
  { failure, now, withheld }: FailedJob,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const left = lease === null ? await taskLeft(tx, id) : undefined
    const ended = await failEnding(tx, id, { failure, now }, (end) =>
      lease === null ? end : end.where('lease', '=', lease),
    )
    if (ended === undefined) return false
    if (left !== undefined) await addLeftover(tx, left)
    if (withheld !== undefined) {
      await addWithheld(tx, { jobId: id, accountId: ended.accountId }, withheld)
    }
    // A request that was rejected before its charge has already had its response.
    if (ended.credits !== null) await mailOwner(tx, { id, end: 'failed', baseUrl })
    return true
  })
}

/**
 * Returns the vendor's task of a live job whose result is no longer needed. Returns undefined when there is none or the task is finished.
 * Locks the job.
 */
async function taskLeft(tx: Tx, id: GenerationJobId): Promise<Leftover | undefined> {
  const row = await tx
    .selectFrom('generation_jobs')
    .select(['creating', 'stage'])
    .select(sql<string | null>`task ->> 'source'`.as('vendor'))
    .select(sql<string | null>`task ->> 'taskId'`.as('task_id'))
    .where('id', '=', id)
    .where(isLive)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { vendor, task_id: taskId, creating, stage } = row
  if (creating) return { jobId: id, vendor, taskId: null, why: 'interrupted', cancelled: false }
  if (taskId === null || stage !== 'generating') return undefined
  return { jobId: id, vendor, taskId, why: 'deadline', cancelled: false }
}

type Ending = ReturnType<typeof endJob>

/**
 * Ends a live job in error if `only` holds, and refunds its credits. Returns undefined when it does not hold or the job is already
 * finished.
 */
export async function failEnding(
  tx: Tx,
  id: GenerationJobId,
  { failure, now }: FailedJob,
  only: (end: Ending) => Ending,
): Promise<{ readonly accountId: AccountId; readonly credits: number | null } | undefined> {
  const job = await only(endJob(tx, id, now).set({ status: 'error', failure: jsonb(failure) }))
    .returning(['account_id', 'credits_charged'])
    .executeTakeFirst()
  if (job === undefined) return undefined
  const { account_id: accountId, credits_charged: credits } = job
  if (credits !== null) await refundCredits(tx, { accountId, jobId: id, credits })
  await keepForRetry(tx, id)
  return { accountId, credits }
}

const endJob = (tx: Tx, id: GenerationJobId, now: Date) =>
  tx
    .updateTable('generation_jobs')
    .set({ completed_at: now, lease: null, leased_until: null, creating: false })
    .where('id', '=', id)
    .where(isLive)
