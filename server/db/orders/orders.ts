// Placing and paying orders: one statement or one transaction per function. The rules that money depends on are WHERE
// clauses here. Charges, reads, refunds, mails and the farm's changes have files and folders of their own here.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { NewOrder } from '../../domain/orders/order.ts'
import type { Orders } from '../../domain/orders/ports.ts'
import { withinLimits } from '../accounts/spending.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { provingNotWritten } from '../core/not-written.ts'
import { onConnection } from '../core/prepared.ts'
import { transact } from '../core/roll-back.ts'
import { prepareMarkPaid } from './charge/mark-paid.ts'
import { chargeRepeat, deferCharge, settleCharge, settleUnpaid } from './charge/order-charges.ts'
import { claimForgotten, claimOverdue } from './charge/overdue-orders.ts'
import { claimLookup, releaseLookup, setPaymentPending } from './charge/payment-lookups.ts'
import { claimDeferred, claimUnsettled, forgetReviews } from './charge/unsettled-orders.ts'
import { queueReminder } from './mail/order-mails.ts'
import { insertOrder, prepareInsertUnlimited, uniqueViolationOf } from './order-insert.ts'
import { finishPrint, setStatus } from './order-progress.ts'
import { countOwned, listOwned } from './own-orders.ts'
import { changesSince, history } from './rows/order-events.ts'
import type { OnWithdrawn } from './rows/order-jobs.ts'
import {
  findTakenIds,
  listRecent,
  prepareReadOwned,
  prepareReads,
  readAllOwned,
  readByCodeAndEmail,
  readMarks,
} from './rows/order-reads.ts'

export type OrdersOptions = {
  /** Where the links in mails lead. */
  readonly baseUrl: string
  readonly log: Pick<Log, 'error'>
  readonly onWithdrawn?: OnWithdrawn
}

export function createOrders(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  { baseUrl, log, onWithdrawn }: OrdersOptions,
): Orders {
  const { db } = database
  const insertUnlimited = prepareInsertUnlimited(database)
  const reads = prepareReads(database)
  const markPaid = prepareMarkPaid(database, { baseUrl, reads })
  return {
    insert: (order) => insert(database, { insertUnlimited, reads }, order),
    findTakenIds: (ids) => findTakenIds(db, ids),
    settleCharge: (orderId, result) => settleCharge(db, orderId, result),
    settleUnpaid: (orderId, end) => settleUnpaid(db, orderId, end, baseUrl),
    chargeRepeat: (orderId, limits) => chargeRepeat(db, orderId, limits),
    deferCharge: (orderId, reason) => deferCharge(db, orderId, reason),
    claimDeferred: (request) => claimDeferred(db, log, request),
    releaseLookup: (orderId) => releaseLookup(db, orderId),
    claimLookup: (orderId, everySeconds) => claimLookup(db, orderId, everySeconds),
    setPaymentPending: (orderId, pending) => setPaymentPending(db, orderId, pending),
    markPaid: async (code, { paymentId, amountCents, dueAt, known }) => {
      const order = known ?? (await reads.readByCode(code))
      if (order === null) return { kind: 'no_such_order' }
      return await markPaid(order, { paymentId, amountCents, dueAt: dueAt?.(order) ?? null })
    },
    saveCheckout: (orderId, checkout) => saveCheckout(db, orderId, checkout),
    readOwned: prepareReadOwned(database),
    readAllOwned: (accountId, codes) => readAllOwned({ db, log }, accountId, codes),
    ...reads,
    readByCodeAndEmail: (code, email) => readByCodeAndEmail(db, code, email),
    listRecent: (accountId, limit) => listRecent(db, log, accountId, limit),
    countOwned: (accountId, wanted) => countOwned(db, accountId, wanted),
    listOwned: (accountId, wanted, part) => listOwned({ db, log }, accountId, wanted, part),
    claimUnsettled: (request) => claimUnsettled(db, log, request),
    claimOverdue: (request) => claimOverdue(db, log, request),
    claimForgotten: (request) => claimForgotten(db, log, request),
    remind: (orderId) => queueReminder(db, orderId, baseUrl),
    forgetReviews: (orderIds) => forgetReviews(db, orderIds),
    setStatus: (code, change) => setStatus(db, code, change, onWithdrawn),
    finishPrint: (code) => finishPrint(db, code, onWithdrawn),
    marks: (codes) => readMarks(db, codes),
    history: (orderId) => history(db, log, orderId),
    changesSince: (orderId, version) => changesSince(db, log, orderId, version),
  }
}

type Statements = {
  readonly insertUnlimited: ReturnType<typeof prepareInsertUnlimited>
  readonly reads: Reads
}
type Reads = ReturnType<typeof prepareReads>

/** One statement, or a transaction where a spending limit has to hold. */
async function insert(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  { insertUnlimited, reads }: Statements,
  order: NewOrder,
): ReturnType<Orders['insert']> {
  const outcome = await attempt(reads, order, async (beginCommit) => {
    // A connection first: until there is one, nothing was sent.
    return await onConnection(pool, async (connection) => {
      beginCommit()
      const isInserted = await insertUnlimited(connection, order)
      return isInserted ? ('inserted' as const) : ('limited' as const)
    })
  })
  if (outcome !== 'limited') return outcome
  return await attempt(reads, order, async (beginCommit) => {
    return await transact<'inserted' | 'over_limit'>(db, async (tx, rollBackWith) => {
      const isWithin = await withinLimits(tx, order, () => insertOrder(tx, order, null))
      if (!isWithin) return rollBackWith('over_limit')
      beginCommit()
      return 'inserted'
    })
  })
}

type InsertRefusal = Exclude<Awaited<ReturnType<Orders['insert']>>, 'inserted'>

/** Explains the refusals of the database; throws OrderNotWritten. */
async function attempt<Outcome>(
  reads: Reads,
  order: NewOrder,
  write: (beginCommit: () => void) => Promise<Outcome>,
): Promise<Outcome | InsertRefusal> {
  return await provingNotWritten(async (beginCommit) => {
    try {
      return await write(beginCommit)
    } catch (error) {
      const rule = uniqueViolationOf(error)
      if (rule === 'id_taken') return explainTakenId(reads, order)
      if (rule === 'code_taken' || rule === 'key_taken') return rule
      throw error
    }
  })
}

/**
 * Two concurrent runs of one request have the same id and the same key, so it is the key that is taken; an expired key has neither an
 * order nor a claim.
 */
async function explainTakenId(
  reads: Reads,
  { accountId, idempotencyKey: key }: NewOrder,
): Promise<'id_taken' | 'key_taken'> {
  const holder = key === null ? null : await reads.readByIdempotencyKey(accountId, key)
  return holder === null ? 'id_taken' : 'key_taken'
}

async function saveCheckout(
  db: Db,
  orderId: OrderId,
  { sessionId, url, previous }: { sessionId: string; url: string | null; previous: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({
      checkout_session_id: sessionId,
      checkout_url: url,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .where(
      sql<boolean>`(checkout_session_id is not distinct from ${previous}::text
        or checkout_session_id = ${sessionId})`,
    )
    // A page that is opened while its order is given up must not stay open: nobody would close it.
    .where(sql<boolean>`not paid and status not in ('CANCELLED', 'REJECTED')`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
