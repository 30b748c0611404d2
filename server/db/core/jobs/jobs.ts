// The job queue (graphile-worker) on the same Postgres: jobs are enqueued in the transaction that announces them.

import { Logger, runMigrations } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../connect.ts'
import { inSeconds } from '../transactions/leases.ts'

export const jobNames = { sendMail: 'send-email', generate: 'generate' } as const

type JobName = (typeof jobNames)[keyof typeof jobNames]

/** Key of the job of a task. `id`: an expression. */
export const jobKeyOf = (name: JobName, id: RawBuilder<unknown>) =>
  sql<string>`(${`${name}:`} || ${id})`

/** The id in the key of a row of jobs; null without a key. */
export const idOfJobKey = sql<string>`nullif(split_part(key, ':', 2), '')`

/**
 * Whether another job replaced a finished job by taking its key while its process still held it. The failure of a replaced job means that
 * its process or database was lost; it says nothing about the work.
 */
export const isReplaced = sql<boolean>`(key is null and task_identifier in (${jobNames.sendMail}, ${jobNames.generate}))`

/** Silences the library's own lines: failures of jobs are logged by wiring/worker/worker-task.ts. */
export const quietLogger = new Logger(() => () => {})

/** Creates or updates the queue's own schema. */
export async function installJobQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quietLogger })
}

export async function enqueue(
  tx: Tx,
  name: JobName,
  /** `traceparent` identifies the request that causes the job, if it belongs to a trace. */
  payload: { id: string; traceparent?: string | null },
  delayMs = 0,
): Promise<void> {
  const { id, traceparent = null } = payload
  const runAt = inSeconds(delayMs / 1000)
  await sql`select graphile_worker.add_job(${name}, payload := json_strip_nulls(json_build_object('id', ${id}::text, 'traceparent', ${traceparent}::text)), job_key := ${jobKeyOf(name, sql`${id}::text`)}, run_at := ${runAt})`.execute(
    tx,
  )
}
