// One gift card, 64 connections to a real PostgreSQL: orders of 64 accounts that all wait for the card at the same
// moment.

import { beforeAll, expect, test } from 'bun:test'
import pg from 'pg'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { createCartOrders } from '../../../server/db/cart/cart-orders.ts'
import { installJobQueue } from '../../../server/db/core/jobs/jobs.ts'
import { createPurchases } from '../../../server/db/gift-cards/purchases.ts'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { cartOrder } from '../../../testing/money/ledger-histories.ts'
import { untilWaiting } from '../../../testing/service/waiting-transactions.ts'
import { useDatabase } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const AT_ONCE = 64
// One connection counts how many of the others wait.
const database = useDatabase({ poolSize: AT_ONCE + 1 })
const accounts = Array.from({ length: AT_ONCE }, (_, index) => accountIdOf(`buyer-${index}`))
const baseUrl = 'http://localhost:3000'
const log = { error: () => {} }

beforeAll(async () => {
  await installJobQueue(database.pool)
  for (const id of accounts) await ensureAccount(database.db, id, `${id}@example.com`)
})

async function issueCard(amountCents: number): Promise<string> {
  const [id, hash] = [purchaseIdOf(crypto.randomUUID()), crypto.randomUUID()]
  const purchases = createPurchases(database.db, { baseUrl })
  const goods = { kind: 'gift_card', recipientEmail: 'a@b.example', message: null } as const
  await purchases.insert({ id, accountId: accountIdOf('buyer-0'), amountCents, goods })
  await purchases.markPaid(
    { purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents },
    hash,
  )
  return hash
}

/** Opens that many idle connections in the pool, one after another: the server forks for each of them. */
async function openConnections(count: number): Promise<void> {
  const clients: pg.PoolClient[] = []
  for (let index = 0; index < count; index += 1) clients.push(await database.pool.connect())
  for (const client of clients) client.release()
}

/** Starts the works while the card is locked, and lets them continue when every one of them waits for it. */
async function allAtOnce<T>(hash: string, works: readonly (() => Promise<T>)[]): Promise<T[]> {
  // Connections are opened first: a statement may not wait for long.
  await openConnections(works.length)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from gift_cards where code_hash = $1 for update', [hash])
    const running = Promise.all(works.map((work) => work()))
    await untilWaiting(database.db, works.length)
    await holder.query('commit')
    return await running
  } finally {
    await holder.end()
  }
}

async function cardOf(hash: string) {
  const { rows } = await database.pool.query(
    `select balance_cents as balance, (select sum(cents)::int from gift_card_entries where gift_card_id = gift_cards.id) as ledger
      from gift_cards where code_hash = $1`,
    [hash],
  )
  return rows
}

verifies(
  'gift.no-overdraft',
  '64 accounts at the same moment spend no more than the balance',
  async () => {
    // Each order costs 1000 cents: five are paid in full, the sixth gets the rest.
    const hash = await issueCard(5250)
    const checkouts = createCartOrders(database.db, { baseUrl, timeZone: 'UTC' })
    const outcomes = await allAtOnce(
      hash,
      accounts.map((accountId) => async () => {
        const options = {
          giftCodeHash: hash,
          basketLines: [],
          shownCents: null,
          dueAt: () => new Date(),
        }
        return await checkouts.placeOrder(cartOrder(accountId, 300), options)
      }),
    )
    const count = (outcome: string) => outcomes.filter(({ kind }) => kind === outcome).length
    expect([count('inserted'), count('gift_unusable')]).toEqual([6, 58])
    const { rows } = await database.pool.query(
      `select gift_cents as share, paid, (select count(*)::int from emails where order_id = orders.id) as mails
      from orders order by gift_cents desc`,
    )
    expect(rows).toEqual([
      ...Array.from({ length: 5 }, () => ({ share: 1000, paid: true, mails: 1 })),
      { share: 250, paid: false, mails: 0 },
    ])
    expect(await cardOf(hash)).toEqual([{ balance: 0, ledger: 0 }])
  },
)

test('an order that 20 requests close concurrently returns its share once', async () => {
  const hash = await issueCard(600)
  const checkouts = createCartOrders(database.db, { baseUrl, timeZone: 'UTC' })
  const orders = createOrders(database, { baseUrl, log })
  const order = cartOrder(accountIdOf('buyer-1'), 300)
  const options = {
    giftCodeHash: hash,
    basketLines: [],
    shownCents: null,
    dueAt: () => new Date(),
  }
  expect(await checkouts.placeOrder(order, options)).toEqual({ kind: 'inserted' })
  expect(await cardOf(hash)).toEqual([{ balance: 0, ledger: 0 }])
  const change = { status: 'CANCELLED', tracking: null, by: 'ops' } as const
  await Promise.all(Array.from({ length: 20 }, () => orders.setStatus(order.code, change)))
  expect(await cardOf(hash)).toEqual([{ balance: 600, ledger: 600 }])
})
