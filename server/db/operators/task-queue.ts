// Failed tasks of the job queue. Uses the queue's functions for operators, which never touch a running job.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { FailedTask, TaskQueue } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { idOfJobKey, isReplaced } from '../core/jobs/jobs.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'

/** The view of jobs has no payload. */
const columns = sql`id::text, task_identifier as task, ${idOfJobKey} as "payloadId", attempts,
  max_attempts as "maxAttempts", last_error as "lastError", created_at as "createdAt",
  case when attempts < max_attempts then run_at end as "nextRunAt"`

const taskRow = v.object({
  id: v.string(),
  task: v.string(),
  payloadId: v.nullable(v.string()),
  attempts: wholeNumber,
  maxAttempts: wholeNumber,
  lastError: v.nullable(v.string()),
  createdAt: v.date(),
  nextRunAt: v.nullable(v.date()),
})

/** Ids come from a bigint column. */
const idForm = /^\d{1,18}$/

export function createTaskQueue(db: Db): TaskQueue {
  const read = async (id: string): Promise<FailedTask | null> => {
    if (!idForm.test(id)) return null
    const rows = await readRows(
      db,
      taskRow,
      sql`select ${columns} from graphile_worker.jobs
      where id = ${id}::bigint and last_error is not null`,
    )
    return rows[0] ?? null
  }
  /** Runs `call`, one of the queue's functions on an array of ids. It returns the jobs that it changed. */
  const change = async (call: ReturnType<typeof sql>): Promise<boolean> => {
    const rows = await readRows(
      db,
      v.object({ changed: wholeNumber }),
      sql`select count(*)::int as changed from ${call}`,
    )
    return (rows[0]?.changed ?? 0) > 0
  }
  const ofId = (id: string) => sql`array[${idForm.test(id) ? id : '0'}::bigint]`
  return {
    listFailed: async (limit) => {
      return await readRows(
        db,
        taskRow,
        sql`select ${columns} from graphile_worker.jobs
        where last_error is not null and locked_at is null and not ${isReplaced}
        order by attempts >= max_attempts desc, created_at limit ${limit}`,
      )
    },
    read,
    runNow: (id) =>
      change(sql`graphile_worker.reschedule_jobs(${ofId(id)}, run_at := now(), attempts := 0)`),
    stop: (id) =>
      change(sql`graphile_worker.permanently_fail_jobs(${ofId(id)}, 'Stopped by an operator')`),
    discard: (id) => change(sql`graphile_worker.complete_jobs(${ofId(id)})`),
  }
}
