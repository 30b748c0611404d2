// Bookings of each payment and refund in the ledger. Expected rows are derived manually: debit receives, credit gives.

import { expect, test } from 'bun:test'
import { giftCardIdOf } from '../../../server/domain/base/ids/gift-card-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import { settleRefunds } from '../../../server/domain/orders/refund/settle-refund.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import {
  checkoutBody,
  giftCard,
  pay,
  post,
  storeCube,
  useShop,
} from '../../../testing/people/shop.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { findOrder, placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'

const { service, ada } = useShop()
// 40 mm: 64 x 0.44 x 1.26 = 35.48 g, billed as 36: $4.32, $11.32 with postage.
const total = 1132
const made = use(async () => ({
  model: await storeCube(service, ada, 40),
  cookie: await service.signIn(OPERATOR_EMAIL),
}))

const orderOf = async (code: string) => {
  const order = await findOrder(service, code)
  if (order === null) throw new Error(`there is no order ${code}`)
  return order
}
/** Returns [kind, debit, credit, cents, id at the processor] of each movement, oldest first. */
const rows = async (
  about: Parameters<typeof service.deps.ledger.movementsOf>[0],
): Promise<readonly (readonly unknown[])[]> =>
  (await service.deps.ledger.movementsOf(about)).map((movement) => [
    movement.kind,
    movement.debit,
    movement.credit,
    movement.cents,
    movement.processorId,
  ])
const ofOrder = async (code: string) => await rows({ orderId: (await orderOf(code)).id })

async function checkOut(card?: string) {
  const more = card === undefined ? {} : { giftCard: card }
  const body = checkoutBody([{ modelUrl: made.model, color: 'Black' }], more)
  const [status, response] = await post(service, ada, '/api/checkout', body)
  expect([status, response]).toEqual([201, expect.anything()])
  return response
}

const refund = (code: string, amountCents: number, reason = 'A part was missing.') =>
  post(service, made, `/api/operator/orders/${code}/refund`, { amountCents, reason })

test('a charge of the API is booked', async () => {
  const { code } = await placed(submit(service, await service.account()))
  const { paymentId } = await orderOf(code)
  expect(paymentId).toStartWith('pi_')
  expect(await ofOrder(code)).toEqual([['charge', 'processor', 'orders', 800, paymentId]])
})

test('a charge that is declined, and an order without a card, book nothing', async () => {
  for (const card of ['pm_card_chargeCustomerFail', null]) {
    const { code } = await placed(submit(service, await service.account({ card })))
    expect(await ofOrder(code)).toEqual([])
  }
})

test('a checkout by card is booked when it is paid', async () => {
  const { code, checkoutUrl } = await checkOut()
  expect(await ofOrder(code)).toEqual([])
  await pay(service, checkoutUrl)
  await service.stripe.deliver({ again: true, copies: 2 })
  const { paymentId } = await orderOf(code)
  expect(await ofOrder(code)).toEqual([['charge', 'processor', 'orders', total, paymentId]])
})

test('a gift card and an order that it pays in full are booked', async () => {
  const { code } = await checkOut(await giftCard(service, ada, 2000))
  expect(await ofOrder(code)).toEqual([['gift_card_used', 'gift_cards', 'orders', total, null]])
  const { gift_card_id: cardId } = await service.db
    .selectFrom('orders')
    .select('gift_card_id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const { payment_id: paymentId } = await service.db
    .selectFrom('purchases')
    .innerJoin('gift_cards', 'gift_cards.purchase_id', 'purchases.id')
    .select('payment_id')
    .where('gift_cards.id', '=', cardId)
    .executeTakeFirstOrThrow()
  expect(paymentId).toStartWith('pi_')
  expect(await rows({ giftCardId: cardId ?? giftCardIdOf('') })).toEqual([
    ['gift_card_sold', 'processor', 'gift_cards', 2000, paymentId],
    ['gift_card_used', 'gift_cards', 'orders', total, null],
  ])
})

test('an order paid by a gift card and a card is booked, with a refund in two parts', async () => {
  const { code, checkoutUrl } = await checkOut(await giftCard(service, ada, 500))
  await pay(service, checkoutUrl)
  const { paymentId } = await orderOf(code)
  const paid = [
    ['gift_card_used', 'gift_cards', 'orders', 500, null],
    ['charge', 'processor', 'orders', 632, paymentId],
  ]
  expect(await ofOrder(code)).toEqual(paid)
  // The gift card's share first.
  expect((await refund(code, 200))[0]).toBe(200)
  const onCard = ['gift_card_refunded', 'orders', 'gift_cards', 200, null]
  expect(await ofOrder(code)).toEqual([...paid, onCard])
  expect((await refund(code, 700, 'Another part.'))[0]).toBe(200)
  const both = (await ofOrder(code)).slice(3)
  expect(both.toSorted()).toEqual([
    ['gift_card_refunded', 'orders', 'gift_cards', 300, null],
    ['refund', 'orders', 'processor', 400, expect.stringMatching(/^re_/)],
  ])
})

test('an order that is closed unpaid returns its share', async () => {
  const { code } = await checkOut(await giftCard(service, ada, 500))
  const change = await statusChange(service.deps, code, { status: 'CANCELLED' })
  expect((await post(service, made, `/api/operator/orders/${code}/status`, change))[0]).toBe(200)
  expect(await ofOrder(code)).toEqual([
    ['gift_card_used', 'gift_cards', 'orders', 500, null],
    ['gift_card_returned', 'orders', 'gift_cards', 500, null],
  ])
})

test('a refund is booked when it is made, and when the bank returns it', async () => {
  const { code } = await placed(submit(service, await service.account()))
  const { id, paymentId } = await orderOf(code)
  const charge = ['charge', 'processor', 'orders', 800, paymentId]
  await service.stripe.fault({
    method: 'POST',
    path: '/v1/refunds',
    when: 'before',
    times: 1,
    outcome: { status: 400 },
  })
  expect((await refund(code, 300))[0]).toBe(409)
  expect(await ofOrder(code)).toEqual([charge])
  expect((await refund(code, 300))[0]).toBe(200)
  const row = (await service.deps.refunds.listByOrder(id)).find(
    ({ state }) => state === 'succeeded',
  )
  const refundId = row?.processorRefundId ?? null
  expect(refundId).toStartWith('re_')
  const refunded = ['refund', 'orders', 'processor', 300, refundId]
  expect(await ofOrder(code)).toEqual([charge, refunded])
  const returned = { kind: 'failed', reason: 'No such card.', processorRefundId: refundId } as const
  await service.deps.refunds.settle(row?.id ?? refundIdOf(''), returned)
  await service.deps.refunds.settle(row?.id ?? refundIdOf(''), returned)
  await settleRefunds(service.deps, { startedSecondsAgo: 0 })
  expect(await ofOrder(code)).toEqual([
    charge,
    refunded,
    ['refund_returned', 'processor', 'orders', 300, refundId],
  ])
})

test('a pack of credits is booked', async () => {
  const [, { checkoutUrl }] = await post(service, ada, '/api/account/credits', { pack: 10 })
  await pay(service, checkoutUrl)
  expect(await rows({ accountId: ada.accountId })).toEqual([
    ['credits_sold', 'processor', 'credits', 500, expect.stringMatching(/^pi_/)],
  ])
})

test('sums by kind cover exactly the period', async () => {
  const from = new Date(Date.now() - 3600_000)
  const to = new Date(Date.now() + 3600_000)
  const sums = await service.deps.ledger.sums({ from, to })
  const { rows: booked } = await service.service.database.pool.query(
    'select kind, count(*)::int as movements, sum(cents)::int as cents from money_movements group by kind order by kind',
  )
  expect(sums.map(({ kind, movements, cents }) => ({ kind, movements, cents }))).toEqual(booked)
  expect(await service.deps.ledger.sums({ from: to, to: new Date(to.getTime() + 1) })).toEqual([])
})

test('the comparison finds changes that bypassed the triggers, and notifies operators until they are corrected', async () => {
  const { code } = await placed(submit(service, await service.account()))
  const { id } = await orderOf(code)
  const { differences: before, compared } = await checkLedger(service.deps)
  expect(before).toEqual([])
  expect(compared).toBeGreaterThan(10)
  const { pool } = service.service.database
  await withoutTriggers(pool, 'update orders set refunded_cents = 300 where id = $1', [id])
  const difference = { subject: 'order', id, cached: 500, booked: 800 }
  expect((await checkLedger(service.deps)).differences).toEqual([
    expect.objectContaining(difference),
  ])
  const [first] = (await service.deps.ledger.lastCheck())?.differences ?? []
  expect(service.logs()).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'ledger.differs', ...difference }),
  )
  const { queue, depth } =
    (await service.deps.metrics.queues()).find((each) => each.queue === 'ledger_differences') ?? {}
  expect([queue, depth]).toEqual(['ledger_differences', 1])
  const attention = await service.deps.desk.attention()
  expect(attention.find(({ kind }) => kind === 'ledger_difference')).toMatchObject({
    count: 1,
    items: [{ subject: code, detail: 'order: 500 in its row, 800 in the ledger' }],
  })
  const page = async () =>
    await (await service.fetch('/operator/money', { headers: { cookie: made.cookie } })).text()
  expect(await page()).toContain(id)
  // A fault that is found again keeps its time.
  await checkLedger(service.deps)
  expect((await service.deps.ledger.lastCheck())?.differences).toEqual(
    first === undefined ? [] : [first],
  )
  await withoutTriggers(pool, 'update orders set refunded_cents = 0 where id = $1', [id])
  expect((await checkLedger(service.deps)).differences).toEqual([])
  expect(await page()).toContain('Every balance agrees with the ledger.')
  expect((await service.deps.desk.attention()).map(({ kind }) => kind)).not.toContain(
    'ledger_difference',
  )
})
