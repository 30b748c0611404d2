// The job queue (graphile-worker) on the same Postgres: jobs are enqueued in the transaction that announces them.
import { Logger, runMigrations } from 'graphile-worker'
import { sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from './schema.ts'

export const jobNames = { sendEmail: 'send-email', generate: 'generate' } as const

/** Its own start-up chatter is of no use to an operator; what fails in a job is logged by worker.ts. */
export const quietLogger = new Logger(() => () => {})

/** Creates or updates the queue's own schema. */
export async function installJobQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quietLogger })
}

export async function enqueue(
  tx: Transaction<Database>,
  name: (typeof jobNames)[keyof typeof jobNames],
  payload: { id: string },
  delayMs = 0,
): Promise<void> {
  const { id } = payload
  const runAt = sql`now() + make_interval(secs => ${delayMs / 1000}::double precision)`
  await sql`select graphile_worker.add_job(${name}, payload := json_build_object('id', ${id}::text), job_key := ${`${name}:${id}`}, run_at := ${runAt})`.execute(
    tx,
  )
}
