// The statements of a paid order and of its mail, recorded from the database layer while it handles one order.

import pg from 'pg'
import { createAccounts } from '../../../server/db/accounts/accounts.ts'
import { openDatabase } from '../../../server/db/core/connect.ts'
import { createProcessorEvents } from '../../../server/db/orders/charge/processor-events.ts'
import { sendWaitingMails } from '../../../server/db/orders/mail/waiting-mails.ts'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/payment-id.ts'
import { placedOf } from '../../../server/domain/orders/order-lines.ts'
import { newOrder } from '../../../testing/orders.ts'

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

type Account = { readonly id: string; readonly keyHash: string }

export type Recording = {
  readonly accounts: readonly Account[]
  /** What names the recorded order, and has to differ in every other one. */
  readonly order: {
    readonly id: string
    readonly code: string
    readonly paymentId: string
    readonly mailId: unknown
    readonly account: Account
  }
  /** In the order in which they are sent. Each finds or writes one row. */
  readonly ofOrder: readonly Statement[]
  /** Statements for a batch of mails: their only lists hold its ids. */
  readonly ofMails: Readonly<Record<'claim' | 'read' | 'markSent' | 'unlock', Statement>>
}

/**
 * For the first of the accounts, and a part that the process ordered before, whose measurement it keeps. The order stays in the database,
 * its mail sent.
 */
export async function recordStatements(
  databaseUrl: string,
  accounts: Recording['accounts'],
): Promise<Recording> {
  const [account] = accounts
  if (account === undefined) throw new Error('the database has no account')
  // Before the first connection: each keeps the function that it was made with.
  const recorder = startRecorder()
  const database = openDatabase({ url: databaseUrl, poolSize: 1 })
  const order = newOrder(accountIdOf(account.id))
  const paymentId = paymentIdOf(`pi_${order.id}`)
  // Those of earlier orders: the recording is of a batch of one.
  const drain = () =>
    sendWaitingMails(database.db, { send: async () => {}, isStopping: () => false })
  await drain()
  recorder.take()
  const accountStore = createAccounts(database)
  await accountStore.findByApiKeyHash(account.keyHash)
  await accountStore.read(order.accountId)
  const orders = createOrders(database, { baseUrl: 'http://localhost', log: console })
  await orders.insert(order)
  const paidAt = () => new Date()
  await orders.markPaid(order.code, {
    paymentId,
    amountCents: order.price.totalCents,
    dueAt: paidAt,
    known: placedOf(order),
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

/** The only id besides the order's in the statement that marks it paid (mark-paid.ts). Throws unless there is one. */
function mailIdIn(statements: readonly Statement[], orderId: string): unknown {
  const paying = statements.find(({ text }) => text.includes('insert into emails'))
  const ids = (paying?.values ?? []).filter(
    (value) => typeof value === 'string' && uuid.test(value) && value !== orderId,
  )
  if (ids.length !== 1) throw new Error(`${ids.length} ids of a mail were found, one expected`)
  return ids[0]
}

type Recorder = {
  /** What was sent since the last call. */
  readonly take: () => readonly Statement[]
  readonly stop: () => void
}

/** Notes every statement that pg sends. */
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
