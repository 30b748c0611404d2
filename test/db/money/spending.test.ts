// Spending limits in PostgreSQL (decisions.md 69): the counted orders, and that concurrent orders never exceed a
// limit together.

import { expect, test } from 'bun:test'
import { createAccounts } from '../../../server/db/accounts/accounts.ts'
import { createQuotes } from '../../../server/db/quotes/quotes.ts'
import type { Credential } from '../../../server/domain/base/caller.ts'
import type { QuoteId } from '../../../server/domain/base/ids/quote-id.ts'
import type { NewOrder } from '../../../server/domain/orders/record/order.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { newCharge, newOrder, newQuote, noCard } from '../../../testing/orders.ts'
import { untilWaiting } from '../../../testing/service/waiting-transactions.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { useOrders } from '../orders-fixture.ts'

const { database, orders, newAccount } = useOrders()
const accounts = use(() => createAccounts(database))
const quotes = use(() => createQuotes(database.db))

/** Every order of `newOrder` costs $8. */
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

const yesterday = "created_at = date_trunc('day', now(), 'UTC') - interval '1 second'"

type Spent = {
  readonly name: string
  readonly changes?: Partial<NewOrder>
  /** Columns to set on the inserted order. */
  readonly columns?: string
  /** Cents that it counts for the account and for its API key. */
  readonly counted: readonly [number, number]
}

const spending: readonly Spent[] = [
  { name: 'a charged order', columns: `${paid}, charge_state = 'succeeded'`, counted: [800, 800] },
  { name: 'an order whose charge is settling', counted: [800, 800] },
  {
    name: 'an order whose charge is unknown',
    columns: "charge_state = 'unknown'",
    counted: [800, 800],
  },
  { name: 'an order of an extension token', changes: by('extension_token'), counted: [800, 0] },
  { name: 'a half refunded order', columns: `${paid}, refunded_cents = 400`, counted: [400, 400] },
  { name: 'an order without a charge', changes: { payment: noCard }, counted: [0, 0] },
  { name: 'a declined order', columns: "charge_state = 'declined'", counted: [0, 0] },
  {
    name: 'an order whose charge was not made',
    columns: "charge_state = 'not_made'",
    counted: [0, 0],
  },
  { name: 'an order of the day before', columns: yesterday, counted: [0, 0] },
  {
    name: 'a paid order of the website',
    changes: { source: 'web', code: 'ORD-ABC234', payment: { kind: 'checkout' } },
    columns: paid,
    counted: [0, 0],
  },
]

async function place(
  me: Awaited<ReturnType<typeof newAccount>>,
  { changes = {}, columns }: Pick<Spent, 'changes' | 'columns'>,
): Promise<void> {
  const order = newOrder(me, changes)
  expect(await orders.insert(order)).toEqual({ kind: 'inserted' })
  if (columns === undefined) return
  await withoutTriggers(database.pool, `update orders set ${columns} where id = $1`, [order.id])
}

const countedOf = async (me: Awaited<ReturnType<typeof newAccount>>) => {
  const { accountCents, apiKeyCents } = await accounts.readSpending(me)
  return [accountCents, apiKeyCents]
}

for (const { name, changes, columns, counted } of spending) {
  verifies(
    'limits.spending.counts',
    `${name} counts ${counted[0]} and ${counted[1]} cents`,
    async () => {
      const me = await newAccount(name)
      await place(me, { ...(changes && { changes }), ...(columns !== undefined && { columns }) })
      expect(await countedOf(me)).toEqual([...counted])
    },
  )
}

verifies(
  'limits.spending.counts',
  'the orders of an account add up, without those of others',
  async () => {
    const [me, other] = [await newAccount('counted'), await newAccount('other')]
    for (const id of [me, me, other]) await place(id, {})
    expect(await countedOf(me)).toEqual([2 * ORDER_CENTS, 2 * ORDER_CENTS])
    expect((await accounts.readSpending(me)).limits).toEqual({
      accountCents: null,
      apiKeyCents: null,
    })
  },
)

verifies('limits.spending.counts', 'counting starts again at midnight, UTC', async () => {
  const { resetsAt } = await accounts.readSpending(await newAccount('reset'))
  expect(resetsAt.toISOString()).toMatch(/T00:00:00\.000Z$/)
  const hours = (resetsAt.getTime() - Date.now()) / 3_600_000
  expect(hours > 0 && hours <= 24).toBe(true)
})

test.each([
  [{ accountCents: 5000, apiKeyCents: null }],
  [{ accountCents: 9000, apiKeyCents: 5000 }],
])('of 64 concurrent orders within %p, six succeed', async (limits) => {
  const me = await limited(limits)
  const placed = Array.from({ length: 64 }, () => orders.insert(newOrder(me, by('api_key'))))
  const outcomes = await Promise.all(placed)
  // 6 x $8 = $48 of $50.
  expect(outcomes.filter(({ kind }) => kind === 'inserted')).toHaveLength(6)
  expect(outcomes.filter(({ kind }) => kind === 'over_limit')).toHaveLength(58)
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
  const spend = (quoteId: QuoteId) =>
    quotes.spend({ quoteId, at: new Date() }, newOrder(me, by('api_key', { source: 'mcp' })))
  const outcomes = await Promise.all([
    ...mine.map(spend),
    ...Array.from({ length: 20 }, () => orders.insert(newOrder(me, by('extension_token')))),
  ])
  expect(outcomes.filter(({ kind }) => kind === 'inserted')).toHaveLength(6)
  expect(outcomes.filter(({ kind }) => kind === 'over_limit')).toHaveLength(34)
  const read = await Promise.all(mine.map((id) => quotes.readOwned(me, id)))
  const spent = outcomes.slice(0, 20).filter(({ kind }) => kind === 'inserted').length
  expect(read.filter((quote) => quote?.isSpent)).toHaveLength(spent)
})

test('the limit of the API key does not apply to extension tokens', async () => {
  const me = await limited({ accountCents: null, apiKeyCents: 799 })
  expect(await orders.insert(newOrder(me, by('api_key')))).toEqual({ kind: 'over_limit' })
  expect(await orders.insert(newOrder(me, by('extension_token')))).toEqual({ kind: 'inserted' })
})

test('without a card nothing is charged, so no limit applies', async () => {
  const me = await limited({ accountCents: 0, apiKeyCents: null })
  expect(await orders.insert(newOrder(me, { payment: noCard }))).toEqual({ kind: 'inserted' })
  expect(await orders.insert(newOrder(me, by('api_key')))).toEqual({ kind: 'over_limit' })
})

test('a taken key is reported before a limit', async () => {
  const me = await limited({ accountCents: ORDER_CENTS, apiKeyCents: null })
  const first = newOrder(me, by('api_key', { idempotencyKey: 'once' }))
  expect(await orders.insert(first)).toEqual({ kind: 'inserted' })
  const again = newOrder(me, by('api_key', { idempotencyKey: 'once' }))
  expect(await orders.insert(again)).toEqual({ kind: 'key_taken' })
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
    await untilWaiting(database.db, 1)
    const more = [
      orders.insert(newOrder(me, by('api_key'))),
      quotes.spend({ quoteId: quote.id, at: new Date() }, newOrder(me, by('api_key'))),
    ]
    await untilWaiting(database.db, 3)
    await holder.query('commit')
    const outcomes = await Promise.all([placed, ...more])
    // $8 of $10.
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      'inserted',
      'over_limit',
      'over_limit',
    ])
  } finally {
    holder.release()
  }
})
