// Revenue is counted only for existing orders: not for one whose transaction was rolled back after its gift card had
// paid it.

import { beforeAll, expect, test } from 'bun:test'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { createCartOrders } from '../../../server/db/cart/cart-orders.ts'
import { installJobQueue } from '../../../server/db/core/jobs/jobs.ts'
import { createPurchases } from '../../../server/db/gift-cards/purchases.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import {
  type BasketLineId,
  basketLineIdOf,
} from '../../../server/domain/base/ids/basket-line-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import type { Meter } from '../../../server/domain/base/metrics/meter.ts'
import type { Orders } from '../../../server/domain/orders/ports.ts'
import { meteredCartOrders, meteredOrders } from '../../../server/wiring/metrics/metered-orders.ts'
import { cartOrder } from '../../../testing/money/ledger-histories.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
const baseUrl = 'http://localhost:3000'
const buyer = accountIdOf('buyer')

beforeAll(async () => {
  await installJobQueue(database.pool)
  await ensureAccount(database.db, buyer, 'buyer@example.com')
})

async function issueCard(amountCents: number): Promise<string> {
  const [id, hash] = [purchaseIdOf(crypto.randomUUID()), crypto.randomUUID()]
  const purchases = createPurchases(database.db, { baseUrl })
  const goods = { kind: 'gift_card', recipientEmail: 'a@b.example', message: null } as const
  await purchases.insert({ id, accountId: buyer, amountCents, goods })
  await purchases.markPaid(
    { purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents },
    hash,
  )
  return hash
}

/** Places an order of 1000 cents; returns the outcome and the counts as `name {labels} by`. */
async function placeCounted(cardCents: number, lineIds: readonly BasketLineId[]) {
  const counts: string[] = []
  const meter: Meter = {
    count: (name, labels, by = 1) => counts.push(`${name} ${JSON.stringify(labels)} ${by}`),
    observe: () => {},
    adjust: () => {},
    set: () => {},
  }
  const checkouts = meteredCartOrders(
    createCartOrders(database.db, { baseUrl, timeZone: 'UTC' }),
    meter,
  )
  const giftCodeHash = await issueCard(cardCents)
  const outcome = await checkouts.placeOrder(cartOrder(buyer, 300), {
    giftCodeHash,
    basketLines: lineIds.map((id) => ({ id, content: '' })),
    shownCents: null,
    dueAt: () => new Date(),
  })
  return { outcome, counts: counts.toSorted() }
}

const placed = 'orders_placed_total {"source":"web"} 1'

test('an order that a gift card pays in full is revenue', async () => {
  expect(await placeCounted(1000, [])).toEqual({
    outcome: { kind: 'inserted' },
    counts: [
      'order_revenue_cents_total {} 1000',
      'order_status_changes_total {"status":"RECEIVED"} 1',
      placed,
    ],
  })
})

test('an unpaid order is not revenue', async () => {
  expect(await placeCounted(900, [])).toEqual({ outcome: { kind: 'inserted' }, counts: [placed] })
})

test('an order is not counted when a line has left the basket', async () => {
  const gone = basketLineIdOf(crypto.randomUUID())
  expect(await placeCounted(1000, [gone])).toEqual({
    outcome: { kind: 'basket_changed' },
    counts: [],
  })
})

test.each([
  ['RECEIVED', ['order_revenue_cents_total 1000', 'order_status_changes_total 1']],
  // Released by an operator before it was paid: its payment does not change it.
  ['ACCEPTED', ['order_revenue_cents_total 1000']],
] as const)('the payment of an order that is %s afterwards', async (status, expected) => {
  const counts: string[] = []
  const meter: Meter = {
    count: (name, _, by = 1) => counts.push(`${name} ${by}`),
    observe: () => {},
    adjust: () => {},
    set: () => {},
  }
  const outcome = { kind: 'paid', order: { status, price: { totalCents: 1000 } } }
  const port = { markPaid: async () => outcome } as unknown as Orders
  const payment = { paymentId: paymentIdOf('pi_1'), amountCents: 1000 }
  await meteredOrders(port, meter).markPaid('order', payment)
  expect(counts.toSorted()).toEqual([...expected])
})
