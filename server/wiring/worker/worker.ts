// The background half of the service (ROLE=worker or all): queued jobs, the charge reconciler and the hourly sweep.
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { mailOnce } from '../../adapters/mail/once.ts'
import type { MetricRegistry } from '../../adapters/observability/registry.ts'
import type { Db } from '../../db/core/connect.ts'
import { jobNames } from '../../db/core/jobs/jobs.ts'
import { sumUpOrders } from '../../db/desk/order-hours.ts'
import { sumUpFarm } from '../../db/farm/load/quarter-hours.ts'
import { confirmedOrderOf, deliver, sendMail } from '../../db/orders/mail/send-mail.ts'
import { sendWaitingMails, type WaitingMail } from '../../db/orders/mail/waiting-mails.ts'
import type { MailAttachment, Mailer } from '../../domain/base/ports.ts'
import { roundSeconds } from '../../domain/base/time/rounds.ts'
import { takeTieOutStep } from '../../domain/books/tie-out.ts'
import { continuePurchases } from '../../domain/carriers/buy-label.ts'
import { trackParcels } from '../../domain/carriers/track-parcels.ts'
import { planOrders } from '../../domain/farm/plan-orders.ts'
import { createPlatePlanner } from '../../domain/farm/shared-plates/plate-planner.ts'
import { sliceNextPlate } from '../../domain/farm/slices/slice-plates.ts'
import { readVendorBalances } from '../../domain/generation/engine/vendor-balance.ts'
import { giftCodeOf } from '../../domain/gift-cards/code.ts'
import { checkLedger } from '../../domain/money/check-ledger.ts'
import { sendNotifications } from '../../domain/notifications/send-notifications.ts'
import { postNotices } from '../../domain/notifications/staff-channel.ts'
import { withConfirmationPictures } from '../../domain/orders/mail/confirmation-pictures.ts'
import type { Deps } from '../deps.ts'
import { trackLeadTime } from '../metrics/lead-time-gauges.ts'
import { startGenerationRunner } from './generation-worker.ts'
import { runSweeps } from './hourly-sweeps.ts'
import { type QueueRunner, startQueueRunner } from './queue-runner.ts'
import { runRound } from './worker-round.ts'
import { idOf, logFailures } from './worker-task.ts'

export type WorkerOptions = {
  readonly deps: Deps
  readonly db: Db
  readonly pool: pg.Pool
  readonly mailer: Mailer
  /** The current version of the geometry core's measurements. */
  readonly coreVersion: number
  readonly registry: MetricRegistry
}

export type Worker = {
  readonly stop: () => Promise<void>
  /** Resolves with the reason when a part of the worker ends unexpectedly. The process must then exit and be restarted. */
  readonly ended: Promise<unknown>
  /** Time since the last completed round, or since the start. A failed round is not completed. */
  readonly roundAgeMs: () => number
}

const roundEveryMs = roundSeconds * 1000
const notifyEveryMs = 15_000
/** Polls, because a notification from the transaction of a payment would make all commits wait for each other. */
const mailsEveryMs = 500
/** Interval of the checks for balances that are due. */
const balancesEveryMs = 60_000
const jobConcurrency = 4

export async function startWorker(started: WorkerOptions): Promise<Worker> {
  const options = { ...started, mailer: mailOnce(started.mailer) }
  const { deps } = options
  const runner = await startRunner(options)
  const generation = await startGenerationRunner(options)
  const stopLeadTime = trackLeadTime(deps)
  const startedAt = deps.clock.now().getTime()
  let completedAt = startedAt
  const runRounds = async () => {
    if (await runRound(options, startedAt)) completedAt = deps.clock.now().getTime()
  }
  const stopping = new AbortController()
  const repeat = async (everyMs: number, round: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await round()
      // Rejects when the worker stops.
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const loops = Object.entries(loopsOf(options, stopping.signal)).map(
    ([event, { everyMs, run, countFailure }]) =>
      repeat(everyMs, async () => {
        try {
          await run()
        } catch (error) {
          countFailure?.()
          deps.log.error(event, { error })
        }
      }),
  )
  const rounds = repeat(roundEveryMs, runRounds)
  return {
    ended: Promise.race([runner.ended, generation.ended]),
    roundAgeMs: () => deps.clock.now().getTime() - completedAt,
    stop: async () => {
      stopping.abort()
      stopLeadTime()
      await Promise.all([runner.stop(), generation.stop(), rounds, ...loops])
    },
  }
}

type Loop = {
  readonly everyMs: number
  readonly run: () => Promise<unknown>
  readonly countFailure?: () => void
}

/**
 * Work that runs apart from the rounds, which settle charges and must not wait for it. The keys are the events logged on failure. The next
 * run retries failed work, in some loops after a lease has expired.
 */
function loopsOf(options: WorkerOptions, stopping: AbortSignal): Readonly<Record<string, Loop>> {
  const { deps } = options
  const platePlanner = createPlatePlanner({ ...deps, pause: () => immediate() })
  return {
    'notifications.round_failed': {
      everyMs: notifyEveryMs,
      run: () => sendNotifications(deps),
      countFailure: () => deps.meter.count('notifications_total', { outcome: 'failed' }),
    },
    // The channel may take seconds to respond.
    'notifications.not_posted': { everyMs: notifyEveryMs, run: () => postNotices(deps) },
    'mail.round_failed': {
      everyMs: mailsEveryMs,
      run: () => sendWaiting(options, () => stopping.aborted),
    },
    'engine.balances_failed': { everyMs: balancesEveryMs, run: () => readVendorBalances(deps) },
    // The carrier service may take a minute to respond.
    'label.purchases_failed': {
      everyMs: notifyEveryMs,
      run: () => continuePurchases(deps, stopping),
    },
    'label.tracking_failed': { everyMs: notifyEveryMs, run: () => trackParcels(deps, stopping) },
    'books.step_failed': { everyMs: roundEveryMs, run: () => takeTieOutStep(deps) },
    // A slice takes seconds to minutes.
    'farm.slices_failed': {
      everyMs: roundEveryMs,
      run: async () => {
        while (!stopping.aborted && (await sliceNextPlate(deps, stopping)));
      },
    },
    // Large models take a second each.
    'farm.plans_failed': {
      everyMs: roundEveryMs,
      run: async () => {
        while (await planOrders(deps, stopping));
      },
    },
    // Many jobs take a second.
    'farm.plates_failed': { everyMs: roundEveryMs, run: () => platePlanner.plan(stopping) },
  }
}

const giftCodesOf =
  ({ orderIds }: Pick<WorkerOptions['deps'], 'orderIds'>) =>
  (purchaseId: string): string =>
    giftCodeOf(orderIds, purchaseId)

/** Sends the mails that wait without a job, each with the pictures of its order. */
async function sendWaiting(
  { deps, db, mailer }: WorkerOptions,
  isStopping: () => boolean,
): Promise<void> {
  const send = async (mail: WaitingMail) => {
    const deliverWith = (attachments: readonly MailAttachment[]) =>
      deliver(mailer, mail, { giftCodeOf: giftCodesOf(deps), attachments })
    if (mail.kind !== 'confirmation' || mail.order_id === null) return await deliverWith([])
    await withConfirmationPictures(deps, mail.order_id, deliverWith)
  }
  await sendWaitingMails(db, { send, isStopping })
}

async function sendQueued({ deps, db, mailer }: WorkerOptions, id: string): Promise<void> {
  const additions = { giftCodeOf: giftCodesOf(deps) }
  const orderId = await confirmedOrderOf(db, id)
  if (orderId === null) return await sendMail(db, mailer, id, additions)
  await withConfirmationPictures(deps, orderId, (attachments) =>
    sendMail(db, mailer, id, { ...additions, attachments }),
  )
}

type CronTask = {
  /** Schedule in cron format, in UTC. */
  readonly when: string
  /** Options of the queue. */
  readonly options?: string
  /** Event that is logged on failure. */
  readonly failureEvent: string
  readonly run: () => Promise<unknown>
}

/** Returns the tasks that the queue starts on schedule, once for all processes. */
function cronTasksOf({ deps, db, coreVersion }: WorkerOptions): Readonly<Record<string, CronTask>> {
  return {
    sweep: {
      when: '7 * * * *',
      failureEvent: 'worker.sweeps_failed',
      run: () => runSweeps({ deps, db, coreVersion }),
    },
    'sum-up-orders': {
      when: '* * * * *',
      options: '?max=1',
      failureEvent: 'worker.sums_failed',
      run: async () => {
        await sumUpOrders(db, deps.timeZone)
        await sumUpFarm(db)
      },
    },
    'check-ledger': {
      when: '37 3 * * *',
      failureEvent: 'ledger.check_failed',
      run: () => checkLedger(deps),
    },
    'tie-out': {
      when: '7 4 * * *',
      failureEvent: 'books.tie_out_failed',
      run: () => deps.books.requestReading(),
    },
  }
}

async function startRunner(options: WorkerOptions): Promise<QueueRunner> {
  const { deps, pool } = options
  const cronTasks = Object.entries(cronTasksOf(options))
  const sendTask = logFailures(deps.log, 'mail.failed', async (payload) => {
    await sendQueued(options, idOf(payload))
  })
  return await startQueueRunner(pool, {
    concurrency: jobConcurrency,
    crontab: cronTasks
      .map(([name, { when, options: more = '' }]) => `${when} ${name} ${more}`.trimEnd())
      .join('\n'),
    taskList: {
      [jobNames.sendMail]: sendTask,
      ...Object.fromEntries(
        cronTasks.map(([name, { failureEvent, run }]) => [
          name,
          logFailures(deps.log, failureEvent, async () => {
            await run()
          }),
        ]),
      ),
    },
  })
}
