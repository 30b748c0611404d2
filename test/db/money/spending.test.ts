// Spending limits in Postgres (decisions.md 69): what counts, and that concurrent orders never exceed a limit together.

import { expect, test } from 'bun:test'
import { createAccounts } from '../../../server/db/accounts/accounts.ts'
import { createQuotes } from '../../../server/db/quotes/quotes.ts'
import type { Credential } from '../../../server/domain/base/caller.ts'
import type { NewOrder } from '../../../server/domain/orders/order.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { newCharge, newOrder, newQuote, noCard } from '../../../testing/orders.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { useOrders } from '../orders-fixture.ts'

const { database, orders, newAccount } = useOrders()
const accounts = use(() => createAccounts(database))
const quotes = use(() => createQuotes(database.db))

/** Every order of `newOrder` comes to $8. */
const ORDER_CENTS = 800

const paid = "paid = true, status = 'RECEIVED', payment_id = 'pi_' || code"

let names = 0
async function limited(limits: { accountCents: number | null; apiKeyCents: number | null }) {
  names += 1
  const id = await newAccount(`limited-${names}`)
  await accounts.setSpendingLimits(id, limits)
  return id
}

const by = (credential: Credential, more: Partial<NewOrder> = {}) => ({
  payment: newCharge(credential),
  ...more,
})

verifies('limits.spending.counts', async () => {
  const me = await newAccount('counted')
  const other = await newAccount('other')
  const insert = async (id: typeof me, changes: Partial<NewOrder> = {}) => {
    const order = newOrder(id, changes)
    expect(await orders.insert(order)).toBe('inserted')
    return order
  }
  const change = (id: string, columns: string) =>
    withoutTriggers(database.pool, `update orders set ${columns} where id = $1`, [id])

  // 800 each: charged, settling, not known yet, charged for an extension token, and half given back.
  await change((await insert(me)).id, `${paid}, charge_state = 'succeeded'`)
  await insert(me)
  await change((await insert(me)).id, "charge_state = 'unknown'")
  await insert(me, by('extension_token'))
  const refunded = await insert(me)
  await change(refunded.id, `${paid}, refunded_cents = 400`)

  // Nothing was charged, charged on another day, of the website, of another account.
  await insert(me, { payment: noCard })
  await change((await insert(me)).id, "charge_state = 'declined'")
  await change((await insert(me)).id, "charge_state = 'not_made'")
  await change(
    (await insert(me)).id,
    "created_at = date_trunc('day', now(), 'UTC') - interval '1 second'",
  )
  await insert(me, { source: 'web', code: 'ORD-ABC234', payment: { kind: 'checkout' } })
  await change((await orders.readByCode('ORD-ABC234'))?.id ?? '', paid)
  await insert(other)

  const { accountCents, apiKeyCents, limits, resetsAt } = await accounts.readSpending(me)
  expect([accountCents, apiKeyCents, limits]).toEqual([
    4 * ORDER_CENTS + 400,
    3 * ORDER_CENTS + 400,
    { accountCents: null, apiKeyCents: null },
  ])
  expect(resetsAt.toISOString()).toMatch(/T00:00:00\.000Z$/)
  const hours = (resetsAt.getTime() - Date.now()) / 3_600_000
  expect(hours > 0 && hours <= 24).toBe(true)
})

test.each([
  [{ accountCents: 5000, apiKeyCents: null }],
  [{ accountCents: 9000, apiKeyCents: 5000 }],
])('64 concurrent orders within %p are six', async (limits) => {
  const me = await limited(limits)
  const placed = Array.from({ length: 64 }, () => orders.insert(newOrder(me, by('api_key'))))
  const outcomes = await Promise.all(placed)
  // 6 x $8 = $48 of $50.
  expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(6)
  expect(outcomes.filter((outcome) => outcome === 'over_limit')).toHaveLength(58)
  expect((await accounts.readSpending(me)).accountCents).toBe(6 * ORDER_CENTS)
})

test('quotes and submits share the limit of the account, and a refused quote is unspent', async () => {
  const me = await limited({ accountCents: 5000, apiKeyCents: null })
  const mine = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const quote = newQuote(me)
      await quotes.insert(quote)
      return quote.id
    }),
  )
  const spend = (quoteId: string) =>
    quotes.spend({ quoteId, at: new Date() }, newOrder(me, by('api_key', { source: 'mcp' })))
  const outcomes = await Promise.all([
    ...mine.map(spend),
    ...Array.from({ length: 20 }, () => orders.insert(newOrder(me, by('extension_token')))),
  ])
  expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(6)
  expect(outcomes.filter((outcome) => outcome === 'over_limit')).toHaveLength(34)
  const read = await Promise.all(mine.map((id) => quotes.readOwned(me, id)))
  const spent = outcomes.slice(0, 20).filter((outcome) => outcome === 'inserted').length
  expect(read.filter((quote) => quote?.spent)).toHaveLength(spent)
})

test('the limit of the API key does not hold for extension tokens', async () => {
  const me = await limited({ accountCents: null, apiKeyCents: 799 })
  expect(await orders.insert(newOrder(me, by('api_key')))).toBe('over_limit')
  expect(await orders.insert(newOrder(me, by('extension_token')))).toBe('inserted')
})

test('without a card nothing is charged, so no limit holds', async () => {
  const me = await limited({ accountCents: 0, apiKeyCents: null })
  expect(await orders.insert(newOrder(me, { payment: noCard }))).toBe('inserted')
  expect(await orders.insert(newOrder(me, by('api_key')))).toBe('over_limit')
})

test('a taken key is reported before a limit', async () => {
  const me = await limited({ accountCents: ORDER_CENTS, apiKeyCents: null })
  const first = newOrder(me, by('api_key', { idempotencyKey: 'once' }))
  expect(await orders.insert(first)).toBe('inserted')
  const again = newOrder(me, by('api_key', { idempotencyKey: 'once' }))
  expect(await orders.insert(again)).toBe('key_taken')
})

verifies('limits.spending.meanwhile', async () => {
  const me = await newAccount('being-limited')
  const holder = await database.pool.connect()
  try {
    // The order has read its account without a limit when the limit is set, and is written after that.
    await holder.query('begin')
    await holder.query("update accounts set daily_limit_cents = 1000 where id = 'being-limited'")
    const placed = orders.insert(newOrder(me, by('api_key')))
    const quote = newQuote(me)
    await quotes.insert(quote)
    await until(async () => (await waiting()) === 1)
    const more = [
      orders.insert(newOrder(me, by('api_key'))),
      quotes.spend({ quoteId: quote.id, at: new Date() }, newOrder(me, by('api_key'))),
    ]
    await until(async () => (await waiting()) === 3)
    await holder.query('commit')
    const outcomes = await Promise.all([placed, ...more])
    // $8 of $10.
    expect(outcomes.toSorted()).toEqual(['inserted', 'over_limit', 'over_limit'])
  } finally {
    holder.release()
  }

  async function waiting(): Promise<number> {
    const { rows } = await database.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows[0].n
  }
})
