// Points at which a server can die while it handles an order: how to bring an order there, and its required state
// afterwards.
import { advisoryLocks } from '../../server/db/core/transactions/advisory-locks.ts'
import type { DatabaseLock } from '../../testing/faults/database-locks.ts'
import {
  CHARGE,
  CHECKOUT,
  type Direction,
  type HoldOptions,
} from '../../testing/faults/processor-gate.ts'
import type { Stage } from '../../testing/faults/stage.ts'
import { waitUntil } from '../../testing/service/real-server.ts'

/** Called before the request; the returned function resolves once the server is held at the point. */
export type Hold = (stage: Stage) => Promise<() => Promise<void>>

export type KillPoint = {
  readonly name: string
  /** Card of the account; by default `pm_card_visa`, which succeeds. */
  readonly card?: string | null
  readonly hold: Hold
  /** Final state. `absent`: the order was never written, and a repeat of the request places it. */
  readonly becomes: 'paid' | 'declined' | 'none' | 'absent'
}

const declinedCard = 'pm_card_chargeCustomerFail'

/** Holds a call to the processor, or its response. */
export const atCall =
  (path: string, direction: Direction, options?: HoldOptions): Hold =>
  async ({ gate }) => {
    const { reached } = gate.hold(path, direction, options)
    return () => reached
  }

/** Holds the next write of the table. */
export const atWrite =
  (table: string): Hold =>
  async ({ locks }) =>
    (await locks.writes(table)).reached

/** Holds the next insert into the table. */
export const atInsert =
  (table: string, when?: string): Hold =>
  async ({ locks }) =>
    (await locks.inserts(table, when)).reached

/** Holds the next update of the table. */
export const atUpdate =
  (table: string, when?: string): Hold =>
  async ({ locks }) =>
    (await locks.updates(table, when)).reached

/** Holds the commit of the transaction that inserts into the table, after all its statements. */
export const atCommitOf =
  (table: string, when?: string): Hold =>
  async ({ locks }) =>
    (await locks.commitsOf(table, when)).reached

/** Holds the first write of the table after the processor's response, until the table is unlocked. */
export const atWriteAfter =
  (path: string, table: string): Hold =>
  async ({ gate, locks }) => {
    const call = gate.hold(path, 'response')
    return async () => {
      await call.reached
      const held = await locks.writes(table)
      call.release()
      await held.reached()
    }
  }

/**
 * Once the next email of an order is committed, every statement on the table waits for the returned lock. There is
 * only one lock: a statement on two tables, each locked by a separate connection, could wait for the first lock and
 * block the second forever.
 */
async function lockAtMail(
  { locks, database }: Stage,
  table: 'emails' | 'orders',
): Promise<() => Promise<DatabaseLock>> {
  const commit = await locks.commitsOf('emails')
  return async () => {
    await commit.reached()
    // Requested before the commit, so that no worker runs in between.
    const requested = locks.everything(table)
    await waitUntil('the lock is requested', async () => {
      const { rowCount } = await database.pool.query(
        "select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and not granted",
        [table],
      )
      return rowCount === 1
    })
    await commit.release()
    return await requested
  }
}

/** Holds before a worker takes the email of an order. */
export const atWaitingMail: Hold = async (stage) => {
  const lock = await lockAtMail(stage, 'emails')
  return async () => await (await lock()).reached()
}

/** Holds after a worker took the email of an order, before it reads the order for the pictures. */
const atTakenMail: Hold = async (stage) => {
  const lock = await lockAtMail(stage, 'orders')
  return async () => {
    await lock()
    await waitUntil('a worker has locked the mail', async () => {
      const { rowCount } = await stage.database.pool.query(
        "select from pg_locks where locktype = 'advisory' and classid = $1 and granted",
        [advisoryLocks.sendMail],
      )
      return rowCount === 1
    })
  }
}

/** Sends the request, kills the server at the point, and then releases everything that was held. */
export async function killDuring(
  stage: Stage,
  hold: Hold,
  send: () => Promise<unknown>,
): Promise<void> {
  const atPoint = await hold(stage)
  let isReached = false
  const point = atPoint().then(() => {
    isReached = true
  })
  const ended = send().catch(() => 'lost')
  // A refused request never reaches the point.
  await waitUntil('the server stands still at the point', () => isReached)
  await point
  await stage.crash()
  await ended
}

export const killPoints: readonly KillPoint[] = [
  {
    name: 'before the key is claimed',
    hold: atWrite('idempotency_keys'),
    becomes: 'absent',
  },
  {
    name: 'after the key is claimed, before the order is written',
    hold: async ({ locks }) => {
      const measured = await locks.writes('measurements')
      return async () => {
        await measured.reached()
        const order = await locks.writes('orders')
        await measured.release()
        await order.reached()
      }
    },
    becomes: 'absent',
  },
  {
    name: 'after the order is written, before its charge leaves',
    hold: atCall(CHARGE, 'request', { lost: true }),
    becomes: 'paid',
  },
  {
    name: 'after the charge left, before the processor works on it',
    hold: atCall(CHARGE, 'request'),
    becomes: 'paid',
  },
  {
    name: 'after the charge, before its response arrives',
    hold: atCall(CHARGE, 'response'),
    becomes: 'paid',
  },
  {
    name: 'after a decline, before its response arrives',
    card: declinedCard,
    hold: atCall(CHARGE, 'response'),
    becomes: 'declined',
  },
  {
    name: 'after the response, before the payment is written',
    hold: atWriteAfter(CHARGE, 'orders'),
    becomes: 'paid',
  },
  {
    name: 'after the response, while the email is written with the payment',
    hold: atWriteAfter(CHARGE, 'emails'),
    becomes: 'paid',
  },
  {
    name: 'after a decline, before it is written',
    card: declinedCard,
    hold: atWriteAfter(CHARGE, 'orders'),
    becomes: 'declined',
  },
  {
    name: 'after the payment is written, before the response is kept for its key',
    hold: atWriteAfter(CHARGE, 'idempotency_keys'),
    becomes: 'paid',
  },
  {
    name: 'after a checkout is opened, before its response arrives',
    card: null,
    hold: atCall(CHECKOUT, 'response'),
    becomes: 'none',
  },
  {
    name: 'after a checkout is opened, before it is written',
    card: null,
    hold: atWriteAfter(CHECKOUT, 'orders'),
    becomes: 'none',
  },
  {
    name: 'after the confirmation is queued, before a worker takes it',
    hold: atWaitingMail,
    becomes: 'paid',
  },
  {
    name: 'after a worker took the confirmation, before it is sent',
    hold: atTakenMail,
    becomes: 'paid',
  },
  {
    name: 'after the confirmation is sent, before that is written',
    hold: async ({ locks }) => (await locks.updates('emails')).reached,
    becomes: 'paid',
  },
]
