// Places orders and records payments, one statement or one transaction per function. The rules that protect money are WHERE clauses here.
// Charges, reads, refunds, mails and the farm's changes are in separate files and folders.

import { sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { Orders } from '../../domain/orders/ports.ts'
import type { NewOrder } from '../../domain/orders/record/order.ts'
import { withinLimits } from '../accounts/spending.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { onConnection } from '../core/connection/prepared.ts'
import { provingNotWritten } from '../core/transactions/not-written.ts'
import { transact } from '../core/transactions/roll-back.ts'
import { prepareMarkPaid } from './charge/mark-paid.ts'
import {
  deferCharge,
  repeatabilityOf,
  settleCharge,
  settleFinally,
} from './charge/order-charges.ts'
import { claimForgotten, claimOverdue } from './charge/overdue-orders.ts'
import { claimLookup, releaseLookup, setPaymentPending } from './charge/payment-lookups.ts'
import { claimDeferred, claimUnsettled, forgetChecks } from './charge/unsettled-orders.ts'
import { queueReminder } from './mail/order-mails.ts'
import { insertOrder, prepareInsertUnlimited, uniqueViolationOf } from './order-insert.ts'
import { finishPrint, setStatus } from './order-progress.ts'
import { isOrderClosed } from './order-statuses.ts'
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
  /** Base of links in mails. */
  readonly baseUrl: string
  /** The farm's time zone, for dates in mails. Defaults to UTC. */
  readonly timeZone?: string
  readonly log: Pick<Log, 'error'>
  readonly onWithdrawn?: OnWithdrawn
}

export function createOrders(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  { baseUrl, timeZone = 'UTC', log, onWithdrawn }: OrdersOptions,
): Orders {
  const { db } = database
  const insertUnlimited = prepareInsertUnlimited(database)
  const reads = prepareReads(database)
  const place = { baseUrl, timeZone }
  const markPaid = prepareMarkPaid(database, { place, reads })
  return {
    insert: (order) => insert(database, { insertUnlimited, reads }, order),
    findTakenIds: (ids) => findTakenIds(db, ids),
    settleCharge: (orderId, result) => settleCharge(db, orderId, result),
    settleFinally: (orderId, end) => settleFinally(db, orderId, end, baseUrl),
    repeatabilityOf: (orderId, limits) => repeatabilityOf(db, orderId, limits),
    deferCharge: (orderId) => deferCharge(db, orderId),
    claimDeferred: (request) => claimDeferred(db, log, request),
    releaseLookup: (orderId) => releaseLookup(db, orderId),
    claimLookup: (orderId, everySeconds) => claimLookup(db, orderId, everySeconds),
    setPaymentPending: (orderId, pending) => setPaymentPending(db, orderId, pending),
    markPaid: async (code, { paymentId, amountCents, dueAt, placedOrder }) => {
      const order = placedOrder ?? (await reads.readByCode(code))
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
    forgetChecks: (orderIds) => forgetChecks(db, orderIds),
    setStatus: (code, change) => setStatus(db, code, change, { onWithdrawn, place }),
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

/** Inserts an order in one statement, or in a transaction when a spending limit applies. */
async function insert(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  { insertUnlimited, reads }: Statements,
  order: NewOrder,
): ReturnType<Orders['insert']> {
  const outcome = await attempt(reads, order, async (beginCommit) => {
    // Takes a connection first: until there is one, nothing was sent.
    return await onConnection(pool, async (connection) => {
      beginCommit()
      const isInserted = await insertUnlimited(connection, order)
      return isInserted ? ({ kind: 'inserted' } as const) : ({ kind: 'limited' } as const)
    })
  })
  if (outcome.kind !== 'limited') return outcome
  return await attempt(reads, order, async (beginCommit) => {
    return await transact<InsertEnd>(db, async (tx, rollBackWith) => {
      const isWithin = await withinLimits(tx, order, () => insertOrder(tx, order, null))
      if (!isWithin) return rollBackWith({ kind: 'over_limit' })
      beginCommit()
      return { kind: 'inserted' }
    })
  })
}

type InsertEnd = Awaited<ReturnType<Orders['insert']>>

/** Explains the database's refusals. Throws OrderNotWritten. */
async function attempt<Outcome>(
  reads: Reads,
  order: NewOrder,
  write: (beginCommit: () => void) => Promise<Outcome>,
): Promise<Outcome | InsertEnd> {
  return await provingNotWritten(async (beginCommit) => {
    try {
      return await write(beginCommit)
    } catch (error) {
      const rule = uniqueViolationOf(error)
      if (rule === 'id_taken') return { kind: await explainTakenId(reads, order) }
      if (rule === 'code_taken' || rule === 'key_taken') return { kind: rule }
      throw error
    }
  })
}

/**
 * Explains a taken id. Two concurrent runs of one request have the same id and key, so the key is reported as taken. An expired key has
 * neither an order nor a claim.
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
    // A payment page that opens while its order is abandoned must not stay open, because no later step closes it.
    .where(sql<boolean>`not paid and not ${isOrderClosed}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
