// An account's newest generation jobs. Ownership is in the query.
import type { AccountId } from '../../domain/base/caller.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { ListedGeneration } from '../../domain/generation/run/job.ts'
import type { Db } from '../core/connect.ts'
import { recover } from '../core/json.ts'
import { placeOf, readRequest } from './stored-request.ts'
import { readFailure, readResult } from './stored-result.ts'

/** A part of a job that cannot be read is null. */
export async function listRecentJobs(
  db: Db,
  log: Pick<Log, 'error'>,
  accountId: AccountId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ListedGeneration[]> {
  const rows = await db
    .selectFrom('generation_jobs')
    .select(['id', 'status', 'stage', 'created_at as createdAt'])
    .select(['credits_charged as creditsCharged', 'request', 'result', 'failure'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ request, result, failure, ...row }) => {
    const orNull = <T>(read: () => T) => recover(log, read, () => null)
    return {
      ...row,
      stage: row.status === 'running' ? row.stage : null,
      request: orNull(() => readRequest(request, placeOf('request', row.id))),
      result: orNull(() => readResult(result, placeOf('result', row.id))),
      failure: orNull(() => readFailure(failure, placeOf('failure', row.id))),
    }
  })
}

export async function countJobs(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await db
    .selectFrom('generation_jobs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
