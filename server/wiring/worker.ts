// The background half of the service (ROLE=worker or all): queued jobs, the charge reconciler and the hourly sweep.
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { mailOnce } from '../adapters/mail/once.ts'
import type { MetricRegistry } from '../adapters/observability/registry.ts'
import { sweepSignIns } from '../db/accounts/sweep-sign-ins.ts'
import type { Db } from '../db/core/connect.ts'
import { jobNames } from '../db/core/jobs.ts'
import { sumUpOrders } from '../db/desk/order-hours.ts'
import { sumUpFarm } from '../db/farm/load/quarter-hours.ts'
import { sweep } from '../db/maintenance/sweep.ts'
import { confirmedOrderOf, deliver, sendMail } from '../db/orders/mail/send-mail.ts'
import { sendWaitingMails, type WaitingMail } from '../db/orders/mail/waiting-mails.ts'
import { deleteLeftCustomers } from '../domain/accounts/delete-account.ts'
import { endRetention } from '../domain/accounts/end-retention.ts'
import type { MailAttachment, Mailer } from '../domain/base/ports.ts'
import { takeTieOutStep } from '../domain/books/tie-out.ts'
import { sweepVisitorFiles } from '../domain/cart/sweep-visitor-files.ts'
import { planOrders } from '../domain/farm/plan-orders.ts'
import { createPlatePlanner, type PlatePlanner } from '../domain/farm/plate-planner.ts'
import { sliceNextPlate } from '../domain/farm/slice-plates.ts'
import { giftCodeOf } from '../domain/gift-cards/code.ts'
import { checkLedger } from '../domain/money/check-ledger.ts'
import { sendNotifications } from '../domain/notifications/send-notifications.ts'
import { postNotices } from '../domain/notifications/staff-channel.ts'
import { withConfirmationPictures } from '../domain/orders/mail/confirmation-pictures.ts'
import { sweepUploads } from '../domain/uploads/sweep-uploads.ts'
import type { Deps } from './deps.ts'
import { startGenerationRunner } from './generation-worker.ts'
import { trackLeadTime } from './lead-time-gauges.ts'
import { type QueueRunner, startQueueRunner } from './queue-runner.ts'
import { runRound } from './worker-round.ts'
import { idOf, logged } from './worker-task.ts'

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
  /** Resolves with the reason when a part of the worker ends by itself; the process is to end then, and to be started again. */
  readonly ended: Promise<unknown>
  /** Since the last round that was completed, or since the start. A round that fails is not completed. */
  readonly roundAgeMs: () => number
}

const roundEveryMs = 2_000
const notifyEveryMs = 15_000
/** Polling, because a notification from the transaction of a payment would make all commits wait for each other. */
const mailsEveryMs = 500
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
  const platePlanner = createPlatePlanner({ ...deps, pause: () => immediate() })
  const repeat = async (everyMs: number, round: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await round()
      // Rejects when the worker stops.
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const loops = [
    repeat(roundEveryMs, runRounds),
    repeat(notifyEveryMs, () => notify(options)),
    repeat(notifyEveryMs, () => postStaffNotices(deps)),
    repeat(mailsEveryMs, () => sendWaiting(options, () => stopping.signal.aborted)),
    repeat(roundEveryMs, () => tieOut(options)),
    repeat(roundEveryMs, () => slicePlates(deps, stopping.signal)),
    repeat(roundEveryMs, () => planWaiting(deps, stopping.signal)),
    repeat(roundEveryMs, () => sharePlates(deps, platePlanner, stopping.signal)),
  ]
  return {
    ended: Promise.race([runner.ended, generation.ended]),
    roundAgeMs: () => deps.clock.now().getTime() - completedAt,
    stop: async () => {
      stopping.abort()
      stopLeadTime()
      await Promise.all([runner.stop(), generation.stop(), ...loops])
    },
  }
}

/** Runs apart from the rounds, which settle charges and must not wait for a long history. */
async function tieOut({ deps }: WorkerOptions): Promise<void> {
  try {
    await takeTieOutStep(deps)
  } catch (error) {
    // The step is taken again when its lease has lapsed.
    deps.log.error('books.step_failed', { error })
  }
}

/** Runs apart from the rounds: a slice takes seconds to minutes. */
async function slicePlates(deps: Deps, stopping: AbortSignal): Promise<void> {
  try {
    while (!stopping.aborted && (await sliceNextPlate(deps, stopping)));
  } catch (error) {
    // The plate is taken again when its lease has lapsed.
    deps.log.error('farm.slices_failed', { error })
  }
}

/** Runs apart from the rounds: large models take a second each. */
async function planWaiting(deps: Deps, stopping: AbortSignal): Promise<void> {
  try {
    while (await planOrders(deps, stopping));
  } catch (error) {
    // The next round finds the same orders.
    deps.log.error('farm.plans_failed', { error })
  }
}

/** Runs apart from the rounds: many jobs take a second. */
async function sharePlates(
  deps: Deps,
  planner: PlatePlanner,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await planner.plan(stopping)
  } catch (error) {
    // The next round finds the same jobs.
    deps.log.error('farm.plates_failed', { error })
  }
}

async function notify({ deps }: WorkerOptions): Promise<void> {
  try {
    await sendNotifications(deps)
  } catch (error) {
    // What was found is not marked as reported, so the next round reports it.
    deps.meter.count('notifications_total', { outcome: 'failed' })
    deps.log.error('notifications.round_failed', { error })
  }
}

/** Runs apart from the rounds: the channel may take seconds to respond. */
async function postStaffNotices(deps: Deps): Promise<void> {
  try {
    await postNotices(deps)
  } catch (error) {
    deps.log.error('notifications.not_posted', { error })
  }
}

/** Sends the mails that wait without a job, each with the pictures of its order. */
async function sendWaiting(
  { deps, db, mailer }: WorkerOptions,
  isStopping: () => boolean,
): Promise<void> {
  const send = async (mail: WaitingMail) => {
    const giftCode = (purchaseId: string) => giftCodeOf(deps.orderIds, purchaseId)
    const deliverWith = (attachments: readonly MailAttachment[]) =>
      deliver(mailer, mail, { giftCodeOf: giftCode, attachments })
    if (mail.kind !== 'confirmation' || mail.order_id === null) return await deliverWith([])
    await withConfirmationPictures(deps, mail.order_id, deliverWith)
  }
  try {
    await sendWaitingMails(db, { send, isStopping })
  } catch (error) {
    // The next round finds them again.
    deps.log.error('mail.round_failed', { error })
  }
}

async function sendQueued({ deps, db, mailer }: WorkerOptions, id: string): Promise<void> {
  const codeOf = (purchaseId: string) => giftCodeOf(deps.orderIds, purchaseId)
  const orderId = await confirmedOrderOf(db, id)
  if (orderId === null) return await sendMail(db, mailer, id, codeOf)
  await withConfirmationPictures(deps, orderId, (pictures) =>
    sendMail(db, mailer, id, codeOf, pictures),
  )
}

async function startRunner(options: WorkerOptions): Promise<QueueRunner> {
  const { deps, db, pool, coreVersion } = options
  return await startQueueRunner(pool, {
    concurrency: jobConcurrency,
    crontab:
      '7 * * * * sweep\n* * * * * sum-up-orders ?max=1\n37 3 * * * check-ledger\n7 4 * * * tie-out',
    taskList: {
      [jobNames.sendMail]: logged(deps.log, 'mail.failed', async (payload) => {
        await sendQueued(options, idOf(payload))
      }),
      'sum-up-orders': logged(deps.log, 'worker.sums_failed', async () => {
        await sumUpOrders(db, deps.timeZone)
        await sumUpFarm(db)
      }),
      'check-ledger': logged(deps.log, 'ledger.check_failed', async () => {
        await checkLedger(deps)
      }),
      'tie-out': logged(deps.log, 'books.tie_out_failed', async () => {
        await deps.books.requestReading()
      }),
      sweep: logged(deps.log, 'worker.sweep_failed', async () => {
        const swept = {
          ...(await sweep(db, { coreVersion, basketDays: deps.visitorRetention.basketDays })),
          ...(await sweepSignIns(db)),
          signedUploads: await sweepUploads(deps),
          visitorFiles: await sweepVisitorFiles(deps),
          ...(await endRetention(deps)),
          deletedCustomers: await deleteLeftCustomers(deps),
        }
        deps.log.info('worker.swept', swept)
      }),
    },
  })
}
