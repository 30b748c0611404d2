// Cancels a job for which no engine was called. The job's row decides between the cancellation and the worker: the worker records a create
// call there before making it, under a lease that the cancellation revokes.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type { CancelOutcome } from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import { failEnding } from './finish-generation-job.ts'
import { isAtEngine } from './job-pace.ts'
import { mailOwner } from './mail-owner.ts'

const cancelled = { kind: 'generation_cancelled' } as const

export async function cancelJob(
  db: Db,
  accountId: AccountId,
  id: GenerationJobId,
  { now, baseUrl }: { readonly now: Date; readonly baseUrl: string },
): Promise<CancelOutcome> {
  return await db.transaction().execute(async (tx) => {
    const job = await failEnding(tx, id, { failure: cancelled, now }, (end) =>
      end.where('account_id', '=', accountId).where(({ not }) => not(isAtEngine)),
    )
    if (job !== undefined) {
      await mailOwner(tx, { id, end: 'cancelled', baseUrl })
      return { kind: 'cancelled', credits: job.credits ?? 0 }
    }
    const known = await tx
      .selectFrom('generation_jobs')
      .select(['completed_at', 'credits_charged'])
      .select(sql<string | null>`failure ->> 'kind'`.as('failed'))
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known === undefined) return { kind: 'not_found' }
    if (known.failed === cancelled.kind) {
      return { kind: 'cancelled', credits: known.credits_charged ?? 0 }
    }
    return { kind: known.completed_at === null ? 'at_engine' : 'ended' }
  })
}
