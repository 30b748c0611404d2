// The background half of the service (ROLE=worker or all): queued jobs, the charge reconciler and the hourly sweep.
import { type Runner, run } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from './db/connect.ts'
import { requeueAbandonedEmails, sendEmail } from './db/emails.ts'
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

const roundEveryMs = 2_000
/** A living process settles its own charges within this; only older ones are looked at, but for those before our start. */
const chargeLimitMs = 90_000
const jobConcurrency = 4

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { deps } = options
  const runner = await startRunner(options)
  const startedAt = deps.clock.now().getTime()
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await runRound(options, startedAt)
      await pause(roundEveryMs, stopping.signal)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([runner.stop(), loop])
    },
  }
}

/** What was interrupted, by a death of this process or of another one, is taken up again. */
async function runRound({ deps, db }: WorkerOptions, startedAt: number): Promise<void> {
  const startedBefore = new Date(Math.max(startedAt, deps.clock.now().getTime() - chargeLimitMs))
  try {
    await reconcileCharges(deps, { startedBefore })
    const requeued = await requeueAbandonedEmails(db)
    if (requeued > 0) deps.log.warn('mail.requeued', { requeued })
  } catch (error) {
    // The next round tries again; the rows are still there.
    deps.log.error('worker.round_failed', { error })
  }
}

/** Ends early when the signal is given, also when it was given before. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    if (signal.aborted) finish()
    else signal.addEventListener('abort', finish)
  })
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
        deps.log.info('worker.swept', { rateCounters: rows })
      },
    },
  })
}

function idOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'id' in payload) return String(payload.id)
  throw new Error('the job has no id')
}
