// The background half of the service (ROLE=worker or all): queued jobs, the charge reconciler and the hourly sweep.
import { type Runner, run } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from './db/connect.ts'
import { sendEmail } from './db/emails.ts'
import { sweepIdempotencyKeys } from './db/idempotency-keys.ts'
import { jobNames, quietLogger } from './db/jobs.ts'
import { sweepRateCounters } from './db/rate-counters.ts'
import { reconcileCharges } from './domain/orders/reconcile.ts'
import type { Deps, Mailer } from './domain/ports.ts'

export type WorkerOptions = {
  readonly deps: Deps
  readonly db: Db
  readonly pool: pg.Pool
  readonly mailer: Mailer
}

export type Worker = { readonly stop: () => Promise<void> }

const reconcileEveryMs = 2_000
/** A living process settles its own charges within this; only older ones are looked at, but for those before our start. */
const chargeLimitMs = 90_000
const jobConcurrency = 4

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { deps } = options
  const runner = await startRunner(options)
  const startedAt = deps.clock.now().getTime()
  let stopping = false
  let wake = () => {}
  const loop = (async () => {
    while (!stopping) {
      await reconcileOnce(deps, startedAt)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, reconcileEveryMs)
      })
    }
  })()
  return {
    stop: async () => {
      stopping = true
      wake()
      await Promise.all([runner.stop(), loop])
    },
  }
}

async function reconcileOnce(deps: Deps, startedAt: number): Promise<void> {
  const startedBefore = new Date(Math.max(startedAt, deps.clock.now().getTime() - chargeLimitMs))
  try {
    await reconcileCharges(deps, { startedBefore })
  } catch (error) {
    // The next round tries again; the rows are still there.
    deps.log.error('reconciling failed', { error })
  }
}

async function startRunner({ deps, db, pool, mailer }: WorkerOptions): Promise<Runner> {
  return await run({
    pgPool: pool,
    concurrency: jobConcurrency,
    noHandleSignals: true,
    logger: quietLogger,
    crontab: '7 * * * * sweep',
    taskList: {
      [jobNames.sendEmail]: async (payload) => {
        await sendEmail(db, mailer, idOf(payload))
      },
      sweep: async () => {
        await sweepIdempotencyKeys(db)
        const rows = await sweepRateCounters(db, 2 * 60 * 60)
        deps.log.info('sweep done', { rateCounters: rows })
      },
    },
  })
}

function idOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'id' in payload) return String(payload.id)
  throw new Error('the job has no id')
}
