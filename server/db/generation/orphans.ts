// Generation jobs whose process died: their lease was not renewed, or the queue's job is locked and the row was never leased.

import { sql } from 'kysely'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type { Db } from '../core/connect.ts'
import { enqueue, idOfJobKey, jobNames } from '../core/jobs/jobs.ts'
import { hasLapsed, isOlderThan } from '../core/transactions/leases.ts'
import { isLive } from './live-jobs.ts'

/** A live process needs a moment between taking a job from the queue and leasing its row. */
const takenForSeconds = 10

/** Requeues abandoned jobs without their lease, so that a process that is still alive can no longer write. */
export async function requeueAbandoned(db: Db): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: GenerationJobId }>`
      with taken as materialized (
        select ${idOfJobKey}::uuid as id from graphile_worker.jobs
        where task_identifier = ${jobNames.generate} and key is not null
          and ${isOlderThan('locked_at', takenForSeconds)}
        limit 100
      ), abandoned as (
        select id from generation_jobs
        where ${isLive}
          and (${hasLapsed('leased_until')} or (leased_until is null and id in (select id from taken)))
        limit 100
        for update skip locked
      )
      update generation_jobs set lease = null, leased_until = null
      where id in (select id from abandoned)
      returning id`.execute(tx)
    for (const { id } of rows) await enqueue(tx, jobNames.generate, { id })
    return rows.length
  })
}

export async function listOrphans(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly GenerationJobId[]> {
  const rows = await db
    .selectFrom('generation_jobs')
    .select('id')
    .where(isLive)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
