// Failing writes of an order: the failures that the database layer treats as proof that nothing was written.

import { beforeAll, expect, test } from 'bun:test'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { openDatabase } from '../../server/db/core/connect.ts'
import { provingNotWritten } from '../../server/db/core/transactions/not-written.ts'
import { createQuotes } from '../../server/db/quotes/quotes.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { quoteIdOf } from '../../server/domain/base/ids/quote-id.ts'
import { OrderNotWritten } from '../../server/domain/orders/ports.ts'
import { FAILING_CITY, failOrdersToAtlantis } from '../../testing/database/order-trigger.ts'
import { newOrder, shippingAddress } from '../../testing/orders.ts'
import { useDatabase } from '../../testing/use.ts'
import { ordersIn } from './orders-fixture.ts'

const account = 'account' as AccountId
const toAtlantis = () => newOrder(account, { address: shippingAddress({ city: FAILING_CITY }) })

const database = useDatabase()
beforeAll(async () => {
  await ensureAccount(database.db, account, 'a@example.com')
})

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error) => error,
  )

test('a missing connection proves that nothing was sent', async () => {
  const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 })
  const orders = ordersIn(gone)
  const error = await thrownBy(orders.insert(newOrder(account)))
  expect(error).toBeInstanceOf(OrderNotWritten)
  expect(error).toMatchObject({ transient: true })
  const quote = { quoteId: quoteIdOf('q'), at: new Date() }
  expect(await thrownBy(createQuotes(gone.db).spend(quote, newOrder(account)))).toBeInstanceOf(
    OrderNotWritten,
  )
  await gone.close()
})

test('a session that ends during the statement proves nothing', async () => {
  const undo = await failOrdersToAtlantis(database, 'disconnect')
  const orders = ordersIn(database)
  const error = await thrownBy(orders.insert(toAtlantis()))
  await undo()
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(OrderNotWritten)
})

const serverError = (code: string, severity: string) =>
  Object.assign(new Error('as the driver throws it'), { code, severity })

test.each([
  ['22001', 'ERROR', 'permanent'],
  ['23514', 'ERROR', 'permanent'],
  ['40P01', 'ERROR', 'transient'],
  ['57014', 'ERROR', 'transient'],
  // The server does not know whether the transaction was completed.
  ['40003', 'ERROR', 'open'],
  ['08006', 'ERROR', 'open'],
  ['XX000', 'ERROR', 'open'],
  // The session ended, perhaps after the commit.
  ['57P01', 'FATAL', 'open'],
  ['53300', 'FATAL', 'open'],
  ['XX000', 'PANIC', 'open'],
])('%s %s while the write is confirmed: %s', async (code, severity, meaning) => {
  const sent = serverError(code, severity)
  const error = await thrownBy(
    provingNotWritten(async (inDoubt) => {
      inDoubt()
      throw sent
    }),
  )
  if (meaning === 'open') {
    expect(error).toBe(sent)
  } else {
    expect(error).toMatchObject({ name: 'OrderNotWritten', transient: meaning === 'transient' })
  }
})

test.each(['ECONNRESET', 'EPIPE'])('%s: proof before the statement, open with it', async (code) => {
  const broken = Object.assign(new Error('the connection broke'), { code })
  const before = await thrownBy(provingNotWritten(() => Promise.reject(broken)))
  expect(before).toMatchObject({ name: 'OrderNotWritten', transient: true })
  const during = await thrownBy(
    provingNotWritten(async (inDoubt) => {
      inDoubt()
      throw broken
    }),
  )
  expect(during).toBe(broken)
})
