// An account's newest generation jobs. Ownership is in the query.
import type { AccountId } from '../../domain/base/caller.ts'
import type { ListedGeneration } from '../../domain/generation/run/job.ts'
import type { Db } from '../core/connect.ts'

export async function listRecentJobs(
  db: Db,
  accountId: AccountId,
  limit: number,
): Promise<readonly ListedGeneration[]> {
  const rows = await db
    .selectFrom('generation_jobs')
    .select(['id', 'status', 'stage', 'created_at as createdAt'])
    .select(['credits_charged as creditsCharged', 'request', 'result', 'failure'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, stage: row.status === 'running' ? row.stage : null }))
}
