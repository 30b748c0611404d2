// An account's newest generation jobs. The query checks ownership.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { JobProgress, ListedGeneration } from '../../domain/generation/run/job.ts'
import type { Db } from '../core/connect.ts'
import { recover } from '../core/values/json.ts'
import { refinedId } from './drafts.ts'
import { paceColumns, paceOf } from './job-pace.ts'
import { placeOf, readRequest } from './stored-request.ts'
import { readFailure, readResult } from './stored-result.ts'

type ListLog = Pick<Log, 'error'>

/** Lists the newest jobs. A part of a job that cannot be read is null. */
export async function listRecentJobs(
  db: Db,
  log: ListLog,
  accountId: AccountId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ListedGeneration[]> {
  const rows = await jobsOf(db, accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => toListed(log, row))
}

export async function readListedJob(
  db: Db,
  log: ListLog,
  accountId: AccountId,
  id: GenerationJobId,
): Promise<ListedGeneration | null> {
  const row = await jobsOf(db, accountId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toListed(log, row)
}

const jobsOf = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('generation_jobs')
    .select(['id', 'status', 'stage', 'created_at as createdAt'])
    .select(['credits_charged as creditsCharged', 'request', 'result', 'failure'])
    .select(paceColumns)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof jobsOf>['execute']>>[number]

function toListed(log: ListLog, row: Row): ListedGeneration {
  const { id, status, createdAt, creditsCharged, request, result, failure } = row
  const orNull = <T>(read: () => T) => recover(log, read, () => null)
  return {
    id,
    status,
    createdAt,
    creditsCharged,
    pace: paceOf(row),
    stage: row.status === 'running' ? row.stage : null,
    request: orNull(() => readRequest(request, placeOf('request', row.id))),
    result: orNull(() => readResult(result, placeOf('result', row.id))),
    failure: orNull(() => readFailure(failure, placeOf('failure', row.id))),
  }
}

/** Returns the drafts of a set in the order of their places. */
export async function readDraftSet(
  db: Db,
  log: ListLog,
  accountId: AccountId,
  setId: string,
): Promise<
  readonly (ListedGeneration & {
    readonly place: number
    readonly refinedId: GenerationJobId | null
  })[]
> {
  const rows = await jobsOf(db, accountId)
    .select(['draft_place as place', refinedId.as('refinedId')])
    .where('draft_set', '=', setId)
    .$narrowType<{ place: number }>()
    .orderBy('draft_place')
    .execute()
  return rows.map((row) => ({ ...toListed(log, row), place: row.place, refinedId: row.refinedId }))
}

export async function countJobs(db: Db, accountId: AccountId): Promise<number> {
  const { count } = await db
    .selectFrom('generation_jobs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function readProgress(
  db: Db,
  ids: readonly GenerationJobId[],
): Promise<ReadonlyMap<GenerationJobId, JobProgress>> {
  const rows = await db
    .selectFrom('generation_jobs')
    .select(['id', 'status', 'stage'])
    .select(paceColumns)
    .where('id', '=', sql<GenerationJobId>`any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { status: row.status, stage: row.stage, pace: paceOf(row) }]),
  )
}
