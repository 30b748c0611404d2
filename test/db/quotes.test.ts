// Quotes in PostgreSQL: spent by one statement, together with their order or not at all.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { sweep } from '../../server/db/maintenance/sweep.ts'
import { createQuotes } from '../../server/db/quotes/quotes.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { type QuoteId, quoteIdOf } from '../../server/domain/base/ids/quote-id.ts'
import type { NewOrder } from '../../server/domain/orders/record/order.ts'
import type { NewQuote } from '../../server/domain/quotes/quote.ts'
import { newOrder, newQuote, noCard, shippingAddress } from '../../testing/orders.ts'
import { use, useDatabase } from '../../testing/use.ts'
import { ordersIn } from './orders-fixture.ts'

const mine = 'mine' as AccountId
const theirs = 'theirs' as AccountId
const hour = 3_600_000

const database = useDatabase()
const quotes = use(() => createQuotes(database.db))
beforeAll(async () => {
  for (const id of [mine, theirs]) await ensureAccount(database.db, id, `${id}@example.com`)
})

async function quote(changes: Partial<NewQuote> = {}): Promise<NewQuote> {
  const fresh = newQuote(mine, changes)
  await quotes.insert(fresh)
  return fresh
}
const orderOf = (changes: Partial<NewOrder> = {}) =>
  newOrder(mine, { source: 'mcp', payment: noCard, ...changes })
const spend = (quoteId: QuoteId, order: NewOrder = orderOf(), at = new Date()) =>
  quotes.spend({ quoteId, at }, order)
const orderCount = async () =>
  (await database.db.selectFrom('orders').select('id').execute()).length

test('a quote is read as it was written, by its account alone', async () => {
  const written = await quote()
  expect(await quotes.readOwned(mine, written.id)).toEqual({
    ...written,
    termsId: null,
    isSpent: false,
    orderCode: null,
  })
  expect(await quotes.readOwned(theirs, written.id)).toBeNull()
  expect(await quotes.readOwned(mine, quoteIdOf('quote_none'))).toBeNull()
})

describe('spending', () => {
  test('writes the order, its history and the quote together', async () => {
    const { id } = await quote()
    const order = orderOf()
    expect(await spend(id, order)).toEqual({ kind: 'inserted' })
    expect(await quotes.readOwned(mine, id)).toMatchObject({ isSpent: true, orderCode: order.code })
    const events = await database.db
      .selectFrom('order_events')
      .select(['status', 'by'])
      .where('order_id', '=', order.id)
      .execute()
    expect(events).toEqual([{ status: 'PENDING_PAYMENT', by: 'submit' }])
    const read = await ordersIn(database).readByCode(order.code)
    expect(read).toMatchObject({ code: order.code, source: 'mcp', options: order.options })
  })

  test('is refused for any other quote, and nothing is written', async () => {
    const { id } = await quote()
    const before = await orderCount()
    const price = { ...orderOf().price, printCents: 99, totalCents: 799 }
    const attempts: [string, NewOrder, Date?][] = [
      ['another account', orderOf({ accountId: theirs })],
      ['another country', orderOf({ address: shippingAddress({ country: 'CA' }) })],
      ['another price', orderOf({ price })],
      ['too late', orderOf(), new Date(Date.now() + 25 * hour)],
    ]
    for (const [why, order, at] of attempts) {
      expect([why, await spend(id, order, at)]).toEqual([why, { kind: 'unusable' }])
    }
    expect(await orderCount()).toBe(before)
    expect(await quotes.readOwned(mine, id)).toMatchObject({ isSpent: false })
    expect(await spend(id)).toEqual({ kind: 'inserted' })
    expect(await spend(id)).toEqual({ kind: 'unusable' })
  })

  test('with a taken code leaves the quote unspent', async () => {
    const [first, second] = [await quote(), await quote()]
    const order = orderOf()
    expect(await spend(first.id, order)).toEqual({ kind: 'inserted' })
    expect(await spend(second.id, orderOf({ code: order.code }))).toEqual({ kind: 'code_taken' })
    expect(await quotes.readOwned(mine, second.id)).toMatchObject({ isSpent: false })
    expect(await spend(second.id)).toEqual({ kind: 'inserted' })
  })

  test('64 times concurrently makes one order', async () => {
    const { id } = await quote()
    const before = await orderCount()
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => spend(id)))
    expect(outcomes.filter(({ kind }) => kind === 'inserted')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'unusable')).toHaveLength(63)
    expect(await orderCount()).toBe(before + 1)
  })

  test('a second order of one quote is refused by the table itself', async () => {
    const { id } = await quote()
    await spend(id)
    await database.db.updateTable('quotes').set({ spent_at: null }).where('id', '=', id).execute()
    const before = await orderCount()
    expect(await spend(id)).toEqual({ kind: 'unusable' })
    expect(await orderCount()).toBe(before)
  })
})

test('the sweep deletes quotes that were never ordered and expired long ago', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * hour)
  const old = { createdAt: ago(24 * 9), expiresAt: ago(24 * 8) }
  const [gone, spent, recent] = [
    await quote(old),
    await quote(old),
    await quote({ createdAt: ago(48), expiresAt: ago(24) }),
  ]
  expect(await spend(spent.id, orderOf(), ago(24 * 8 + 1))).toEqual({ kind: 'inserted' })
  expect(await sweep(database.db, { coreVersion: 1, basketDays: 30 })).toMatchObject({ quotes: 1 })
  expect(await quotes.readOwned(mine, gone.id)).toBeNull()
  expect(await quotes.readOwned(mine, spent.id)).not.toBeNull()
  expect(await quotes.readOwned(mine, recent.id)).not.toBeNull()
})
