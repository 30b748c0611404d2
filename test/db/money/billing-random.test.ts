// 200 random orders and purchases, paid by card, by gift card or by both, and refunded in parts; some refunds fail or
// are returned by the bank. The documents add up to the paid minus the refunded amount, order by order, whenever they
// were issued.

import { expect } from 'bun:test'
import { createBillingDocuments } from '../../../server/db/billing/documents.ts'
import { createCartOrders } from '../../../server/db/cart/cart-orders.ts'
import { createPurchases } from '../../../server/db/gift-cards/purchases.ts'
import { createRefunds } from '../../../server/db/orders/refund/refunds.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { type BillingDocument, signedCents } from '../../../server/domain/billing/document.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { dueCents } from '../../../server/domain/orders/record/order-lines.ts'
import { isPaid } from '../../../server/domain/orders/record/payment.ts'
import { cases } from '../../../testing/depth.ts'
import { cartOrder } from '../../../testing/money/ledger-histories.ts'
import { newOrder, shippingAddress } from '../../../testing/orders.ts'
import { seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'
import { verifies } from '../../helpers/verifies.ts'
import { useOrders } from '../orders-fixture.ts'

const { database, orders, me } = useOrders()
const baseUrl = 'http://localhost:3000'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const taxRates = new Map([
  ['DE', 1900],
  ['FR', 550],
  ['GB', 2000],
])

const seed = seedFromEnvironment()
const random = seededRandom(seed)
const below = (limit: number): number => Math.floor(random() * limit)
const oneOf = <T>(values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0]

type Sale = { readonly id: string; readonly totalCents: number; keptCents: number }
const sales: Sale[] = []

async function giftCard(amountCents: number): Promise<string> {
  const [id, hash] = [purchaseIdOf(crypto.randomUUID()), crypto.randomUUID()]
  const purchases = createPurchases(database.db, { baseUrl })
  const goods = { kind: 'gift_card', recipientEmail: 'a@b.example', message: null } as const
  await purchases.insert({ id, accountId: me, amountCents, goods })
  await purchases.markPaid(
    { purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents },
    hash,
  )
  sales.push({ id, totalCents: amountCents, keptCents: amountCents })
  return hash
}

async function order(): Promise<Sale> {
  const country = oneOf(['US', 'DE', 'FR', 'GB'])
  const printCents = 1 + below(9000)
  const address = shippingAddress({ country })
  if (below(2) === 0) {
    const price = { ...newOrder(me).price, printCents, totalCents: printCents + 700 }
    const placed = newOrder(me, { address, price })
    await orders.insert(placed)
    await orders.markPaid(placed.code, {
      paymentId: paymentIdOf(`pi_${placed.id}`),
      amountCents: price.totalCents,
    })
    return { id: placed.id, totalCents: price.totalCents, keptCents: price.totalCents }
  }
  const placed = { ...cartOrder(me, printCents), address }
  const { totalCents } = placed.price
  // A share, or more than the total.
  const giftCents = below(3) === 0 ? 0 : 500 + below(2 * totalCents)
  const options = {
    giftCodeHash: giftCents === 0 ? null : await giftCard(giftCents),
    basketLines: [],
    shownCents: null,
    dueAt: () => new Date(),
  }
  const checkouts = createCartOrders(database.db, { baseUrl, timeZone: 'UTC' })
  expect(await checkouts.placeOrder(placed, options)).toEqual({ kind: 'inserted' })
  const written = await orders.readByCode(placed.code)
  if (written === null) throw new Error('the order vanished')
  if (!isPaid(written)) {
    await orders.markPaid(placed.code, {
      paymentId: paymentIdOf(`pi_${placed.id}`),
      amountCents: dueCents(written),
    })
  }
  return { id: placed.id, totalCents, keptCents: totalCents }
}

/** Makes up to four refunds; the gift card and the processor determine the result of each. */
async function refundSome(sale: Sale): Promise<void> {
  const refunds = createRefunds(database.db, { baseUrl })
  for (let left = below(5); left > 0; left -= 1) {
    const amountCents = 1 + below(sale.totalCents)
    const id = refundIdOf(crypto.randomUUID())
    const started = await refunds.start({
      id,
      orderId: orderIdOf(sale.id),
      paymentId: paymentIdOf(`pi_${sale.id}`),
      requestKey: id,
      requestedCents: amountCents,
      amountCents,
      reason: 'a part warped',
      parts: null,
      requestedBy: 'operator@example.com',
    })
    if (started === null) continue
    if (below(3) === 0) await issue()
    const { giftCents } = started.refund
    const processorRefundId = `re_${id}`
    const failed = { kind: 'failed', processorRefundId, reason: 'closed' } as const
    if (below(4) === 0) {
      await refunds.settle(id, failed)
      continue
    }
    await refunds.settle(id, { kind: 'succeeded', processorRefundId })
    sale.keptCents -= amountCents
    if (below(3) === 0) await issue()
    if (below(4) > 0) continue
    await refunds.settle(id, failed)
    sale.keptCents += amountCents - giftCents
  }
}

const documents = () => createBillingDocuments(database.db, { timeZone: 'UTC', log: silent })
const issue = () =>
  issueDocuments(
    {
      billing: { seller: [], documentSeller: [], taxRates },
      billingDocuments: documents(),
      log: silent,
    },
    0,
  )

verifies(
  'invoice.adds-up',
  `documents add up to the paid minus the refunded amount: seed ${seed}`,
  async () => {
    for (let count = cases(200); count > 0; count -= 1) {
      const sale = await order()
      sales.push(sale)
      await refundSome(sale)
      if (below(7) === 0) await issue()
    }
    await issue()
    const all = await documents().listByAccount(me, { limit: 100_000 })
    const bySale = Map.groupBy<string, (typeof all)[number]>(
      all,
      ({ orderId, purchaseId }) => orderId ?? purchaseId ?? '',
    )
    for (const { id, totalCents, keptCents } of sales) {
      const own = bySale.get(id) ?? []
      const [invoice, ...others] = own.filter(({ kind }) => kind === 'invoice')
      expect([seed, id, invoice?.totalCents, others.length]).toEqual([seed, id, totalCents, 0])
      expect([seed, id, sumOf(own)]).toEqual([seed, id, keptCents])
    }
    expect(sumOf(all)).toBe(sales.reduce((sum, { keptCents }) => sum + keptCents, 0))
    for (const series of ['invoice', 'credit_note'] as const) {
      const numbers = all.filter((each) => each.series === series).map(({ number }) => number)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
    }
    for (const { tax, totalCents, country } of all) {
      const rate = tax?.rate ?? null
      if (rate !== null) expect(rate).toBe(taxRates.get(country ?? '') ?? -1)
      expect(tax?.taxCents ?? 0).toBeLessThan(totalCents)
    }
  },
)

const sumOf = (list: readonly BillingDocument[]): number =>
  list.reduce((sum, document) => sum + signedCents(document), 0)
