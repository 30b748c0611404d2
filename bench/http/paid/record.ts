// Records the statements of a paid order and of its mail from the database layer while it handles
// one order.

import pg from 'pg'
import { createAccounts } from '../../../server/db/accounts/accounts.ts'
import { openDatabase } from '../../../server/db/core/connect.ts'
import { createVisitorFiles } from '../../../server/db/models/visitor-files.ts'
import { createProcessorEvents } from '../../../server/db/orders/charge/processor-events.ts'
import { sendWaitingMails } from '../../../server/db/orders/mail/waiting-mails.ts'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { placedOf } from '../../../server/domain/orders/record/order-lines.ts'
import { newOrder } from '../../../testing/orders.ts'

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

type Account = { readonly id: string; readonly keyHash: string }

/** The update of a file's record, which changes a row only if an operator has deleted the file. */
export const isRestoreFile = ({ text }: Statement): boolean =>
  text.startsWith('update visitor_files ')

export type Recording = {
  readonly accounts: readonly Account[]
  /** Values of the recorded order that have to differ in every other order. */
  readonly order: {
    readonly id: string
    readonly code: string
    readonly paymentId: string
    readonly mailId: unknown
    readonly account: Account
  }
  /** Statements in the order in which they are sent. Each finds or writes one row, except `isRestoreFile`, which writes none. */
  readonly ofOrder: readonly Statement[]
  /** Statements for a batch of mails. Their only list parameters contain the mail ids. */
  readonly ofMails: Readonly<Record<'claim' | 'read' | 'markSent' | 'unlock', Statement>>
}

/**
 * Records an order of the first account for a part that the process has already ordered, so that
 * its measurement is cached. The order stays in the database, and its mail is sent.
 */
export async function recordStatements(
  databaseUrl: string,
  accounts: Recording['accounts'],
): Promise<Recording> {
  const [account] = accounts
  if (account === undefined) throw new Error('the database has no account')
  // Start before the first connection, because each connection keeps the function that it was
  // created with.
  const recorder = startRecorder()
  const database = openDatabase({ url: databaseUrl, poolSize: 1 })
  const order = newOrder(accountIdOf(account.id))
  const paymentId = paymentIdOf(`pi_${order.id}`)
  // Send mails of earlier orders, so that the recording contains a batch of one.
  const drain = () =>
    sendWaitingMails(database.db, { send: async () => {}, isStopping: () => false })
  await drain()
  const visitorFiles = createVisitorFiles(database.db)
  const keepFile = async () => await visitorFiles.keep(order.file, new Date())
  // The first order of a part writes the record of its file. Each later one restores it only after a deletion.
  await keepFile()
  recorder.take()
  const accountStore = createAccounts(database)
  await accountStore.findByApiKeyHash(account.keyHash)
  await accountStore.read(order.accountId)
  await keepFile()
  const orders = createOrders(database, { baseUrl: 'http://localhost', log: console })
  await orders.insert(order)
  const paidAt = () => new Date()
  await orders.markPaid(order.code, {
    paymentId,
    amountCents: order.price.totalCents,
    dueAt: paidAt,
    placedOrder: placedOf(order),
  })
  await createProcessorEvents(database).isPaidBy(order.id, paymentId)
  await orders.readReferenced({ orderId: order.id, orderCode: order.code })
  const ofOrder = recorder.take()
  await drain()
  const [claim, read, markSent, unlock, ...rest] = recorder.take()
  recorder.stop()
  await database.close()
  if (!claim || !read || !markSent || !unlock || rest.length > 0) {
    throw new Error('the statements of a mail are not the four that the baseline knows')
  }
  return {
    accounts,
    order: {
      id: order.id,
      code: order.code,
      paymentId,
      mailId: mailIdIn(ofOrder, order.id),
      account,
    },
    ofOrder,
    ofMails: { claim, read, markSent, unlock },
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the only id, apart from the order's, in the statement that marks it paid (mark-paid.ts).
 * Throws unless there is exactly one.
 */
function mailIdIn(statements: readonly Statement[], orderId: string): unknown {
  const paying = statements.find(({ text }) => text.includes('insert into emails'))
  const ids = (paying?.values ?? []).filter(
    (value) => typeof value === 'string' && uuid.test(value) && value !== orderId,
  )
  if (ids.length !== 1) throw new Error(`${ids.length} ids of a mail were found, one expected`)
  return ids[0]
}

type Recorder = {
  /** Returns the statements sent since the last call. */
  readonly take: () => readonly Statement[]
  readonly stop: () => void
}

/** Records every statement that pg sends. */
function startRecorder(): Recorder {
  const { query } = pg.Client.prototype
  const recorded: Statement[] = []
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: readonly unknown[]): unknown {
      recorded.push(statementOf(args))
      return Reflect.apply(query, this, args)
    },
  })
  return {
    take: () => recorded.splice(0),
    stop: () => void Object.assign(pg.Client.prototype, { query }),
  }
}

function statementOf([first, second]: readonly unknown[]): Statement {
  if (typeof first === 'string') {
    return { text: first, values: Array.isArray(second) ? second : [] }
  }
  if (typeof first !== 'object' || first === null || !('text' in first && 'values' in first)) {
    throw new Error('a statement without a text')
  }
  return { text: String(first.text), values: Array.isArray(first.values) ? first.values : [] }
}
