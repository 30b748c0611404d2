// The end of a generation job, in one transaction: with its result and a history row, or in error with its credits refunded. It
// is written once: the job must still be live.
import type { Transaction } from 'kysely'
import type { CompletedJob, FailedJob } from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import { jsonb } from '../core/json.ts'
import type { Database } from '../schema/database.ts'
import { refundCredits } from './credits.ts'
import { dropBody } from './generation-bodies.ts'
import { liveStatuses } from './live-jobs.ts'
import { storedResult } from './stored-result.ts'

export async function completeJob(
  db: Db,
  id: string,
  lease: string,
  { result, generation, now }: CompletedJob,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const job = await ending(tx, id, now)
      .set({ status: 'done', result: storedResult(result) })
      .where('lease', '=', lease)
      .returning('account_id')
      .executeTakeFirst()
    if (job === undefined) return false
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
    await dropBody(tx, id)
    return true
  })
}

export async function failJob(
  db: Db,
  id: string,
  lease: string | null,
  { failure, now }: FailedJob,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const ended = await failEnding(tx, id, { failure, now }, (end) =>
      lease === null ? end : end.where('lease', '=', lease),
    )
    return ended !== undefined
  })
}

type Ending = ReturnType<typeof ending>

/** Ends a live job in error where `only` holds, and gives its credits back. undefined = it does not hold, or the job has ended. */
export async function failEnding(
  tx: Transaction<Database>,
  id: string,
  { failure, now }: FailedJob,
  only: (end: Ending) => Ending,
): Promise<{ readonly credits: number | null } | undefined> {
  const job = await only(ending(tx, id, now).set({ status: 'error', failure: jsonb(failure) }))
    .returning(['account_id', 'credits_charged'])
    .executeTakeFirst()
  if (job === undefined) return undefined
  const { account_id: accountId, credits_charged: credits } = job
  if (credits !== null) await refundCredits(tx, { accountId, jobId: id, credits })
  await dropBody(tx, id)
  return { credits }
}

const ending = (tx: Transaction<Database>, id: string, now: Date) =>
  tx
    .updateTable('generation_jobs')
    .set({ completed_at: now, lease: null, leased_until: null, creating: false })
    .where('id', '=', id)
    .where('status', 'in', liveStatuses)
