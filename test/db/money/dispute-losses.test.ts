// Cost of lost disputes, including banks that decide twice and concurrent reviews of a payment. Expected rows are
// derived manually.

import { expect, test } from 'bun:test'
import { disputeIdOf } from '../../../server/domain/base/ids/dispute-id.ts'
import type { OrderId } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import type { PaymentReturns, RecordedDispute } from '../../../server/domain/payments/returns.ts'
import {
  type BookedRow,
  disputeRecord,
  inTurn,
  moved,
  recordOf,
  refundRecord,
  useReturns,
} from './returns-fixture.ts'

const {
  database,
  orders,
  ports,
  review,
  reviewed,
  paidOrder,
  paidCard,
  orderWith,
  startRefund,
  refundOrder,
  unmatchedPayment,
  booked,
  differences,
} = useReturns()

const orderOf = (id: OrderId) =>
  database.db
    .selectFrom('orders')
    .select(['disputed_cents', 'lost_cents', 'refunded_cents', 'held_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Creates a disputed order and returns the states of its dispute record in order. */
async function disputedOrder(refunds: PaymentReturns['refunds'] = []) {
  const order = await paidOrder()
  const id = disputeIdOf(`du_${order.id}`)
  const seen = (changes: Partial<RecordedDispute>) =>
    recordOf(order.payment, { refunds, disputes: [disputeRecord(id, changes)] })
  await reviewed(seen({}))
  return { ...order, dispute: id, seen }
}

const opened = [
  ['dispute_opened', 'disputed', 'processor', 800],
  ['fee', 'fees', 'processor', 1500],
]
const lost = ['dispute_lost', 'orders', 'disputed', 800]

test('an appeal keeps the loss, and losing the appeal costs nothing more', async () => {
  const { id, seen } = await disputedOrder()
  await reviewed(seen({ status: 'lost' }))
  expect(await booked(id)).toEqual([...opened, lost])
  // The processor reports `appeal_needs_response`.
  await reviewed(seen({ status: 'needs_response' }))
  expect(await orderOf(id)).toMatchObject({
    disputed_cents: 800,
    lost_cents: 800,
    held_reason: 'The customer’s bank disputes the payment (fraudulent).',
  })
  await reviewed(seen({ status: 'under_review' }))
  await reviewed(seen({ status: 'lost' }))
  expect(await booked(id)).toEqual([...opened, lost])
  expect(await orderOf(id)).toMatchObject({ disputed_cents: 0, lost_cents: 800 })
})

test('winning an appeal reverses the loss, and the dispute can be lost again', async () => {
  const { id, dispute, seen } = await disputedOrder()
  await reviewed(seen({ status: 'lost' }))
  const won = [moved(`txn_${dispute}`, 800), moved(`txn_${dispute}_won`, -800)]
  await reviewed(seen({ status: 'won', movements: won }))
  const back = [
    ['dispute_won', 'processor', 'disputed', 800],
    ['dispute_lost', 'disputed', 'orders', 800],
  ]
  expect(await booked(id)).toEqual([...opened, lost, ...back])
  expect(await orderOf(id)).toMatchObject({
    lost_cents: 0,
    held_reason: 'The dispute was won. Release the hold to go on with the order.',
  })
  const again = [...won, { ...moved(`txn_${dispute}_again`, 800), feeCents: 0 }]
  await reviewed(seen({ status: 'lost', movements: again }))
  expect((await booked(id)).slice(5)).toEqual([...opened.slice(0, 1), lost])
  expect(await orderOf(id)).toMatchObject({ lost_cents: 800 })
})

test('after a refund, the loss in excess of the order is reversed with the rest', async () => {
  const { id, dispute, seen } = await disputedOrder([
    refundRecord(`re_${crypto.randomUUID()}`, 300),
  ])
  await reviewed(seen({ status: 'lost' }))
  const won = [moved(`txn_${dispute}`, 800), moved(`txn_${dispute}_won`, -800)]
  await reviewed(seen({ status: 'won', movements: won }))
  expect((await booked(id)).filter(([kind]) => kind === 'dispute_lost')).toEqual([
    ['dispute_lost', 'orders', 'disputed', 500],
    ['dispute_lost', 'losses', 'disputed', 300],
    ['dispute_lost', 'disputed', 'orders', 500],
    ['dispute_lost', 'disputed', 'losses', 300],
  ])
  expect(await orderOf(id)).toMatchObject({ lost_cents: 0, refunded_cents: 300 })
})

test('a refund between two decisions of the bank keeps the loss in excess of the order', async () => {
  const { id, payment, dispute, seen } = await disputedOrder()
  await reviewed(seen({ status: 'lost' }))
  // The dispute is won, the payment is refunded in the dashboard, and the dispute is lost again, before any event of
  // it arrives.
  const movements = [
    moved(`txn_${dispute}`, 800),
    moved(`txn_${dispute}_won`, -800),
    { ...moved(`txn_${dispute}_again`, 800), feeCents: 0 },
  ]
  const refunds = [refundRecord(`re_${id}`, 500)]
  const again = disputeRecord(dispute, { status: 'lost', movements })
  await reviewed(recordOf(payment, { refunds, disputes: [again] }))
  expect((await booked(id)).filter(([kind]) => kind === 'dispute_lost')).toEqual([
    lost,
    ['dispute_lost', 'disputed', 'orders', 500],
    ['dispute_lost', 'losses', 'disputed', 500],
  ])
  expect(await orderOf(id)).toMatchObject({ lost_cents: 300, refunded_cents: 500 })
  const won = disputeRecord(dispute, {
    status: 'won',
    movements: [...movements, moved(`txn_${dispute}_won_again`, -800)],
  })
  await reviewed(recordOf(payment, { refunds, disputes: [won] }))
  expect((await booked(id)).filter(([kind]) => kind === 'dispute_lost').slice(3)).toEqual([
    ['dispute_lost', 'disputed', 'orders', 300],
    ['dispute_lost', 'disputed', 'losses', 500],
  ])
  expect(await orderOf(id)).toMatchObject({ lost_cents: 0, refunded_cents: 500 })
})

test('a refund of ours marked as failed, but carried out before the loss, has the same effect', async () => {
  const { id, payment } = await paidOrder()
  const refundId = await startRefund(id, 500, payment)
  await ports.refunds.settle(refundId, {
    kind: 'failed',
    processorRefundId: null,
    reason: 'The payment is disputed.',
  })
  const lostRecord = disputeRecord(`du_${id}`, { status: 'lost' })
  await reviewed(recordOf(payment, { disputes: [lostRecord] }))
  expect(await orderOf(id)).toMatchObject({ lost_cents: 800, refunded_cents: 0 })
  const refunds = [{ ...refundRecord(`re_${id}`, 500), refundId }]
  expect(await reviewed(recordOf(payment, { refunds, disputes: [lostRecord] }))).toBe(true)
  expect(await orderOf(id)).toMatchObject({ lost_cents: 300, refunded_cents: 500 })
  expect((await booked(id)).slice(3)).toEqual([
    ['dispute_lost', 'disputed', 'orders', 500],
    ['dispute_lost', 'losses', 'disputed', 500],
    ['refund', 'orders', 'processor', 500],
  ])
})

test('an order with a remainder after the loss keeps it through an appeal', async () => {
  // A chargeback of $3.00 of the $8.00.
  const order = await paidOrder()
  const seen = (status: RecordedDispute['status']) =>
    recordOf(order.payment, {
      disputes: [disputeRecord(`du_${order.id}`, { amountCents: 300, status })],
    })
  for (const status of ['lost', 'under_review', 'lost'] as const) await reviewed(seen(status))
  expect(await orderOf(order.id)).toMatchObject({ lost_cents: 300, disputed_cents: 0 })
  expect((await booked(order.id)).filter(([kind]) => kind === 'dispute_lost')).toEqual([
    ['dispute_lost', 'orders', 'disputed', 300],
  ])
})

test('a record that was read before a newer one was applied is read again', async () => {
  const { id, payment, seen } = await disputedOrder()
  // The first reading is in progress when another review records the end.
  let readings = 0
  await review(async () => {
    readings += 1
    if (readings === 2) {
      await reviewed(seen({ status: 'lost' }))
      return seen({})
    }
    return readings < 2 ? recordOf(payment) : seen({ status: 'lost' })
  })
  expect(readings).toBe(3)
  expect(await booked(id)).toEqual([...opened, lost])
  expect(await orderOf(id)).toMatchObject({ disputed_cents: 0, lost_cents: 800 })
})

test('two concurrent reviews that wait for the order book the loss once', async () => {
  const { id, payment, seen } = await disputedOrder()
  const revision = await ports.paymentReviews.revisionOf(payment)
  const newRefundId = () => refundIdOf(crypto.randomUUID())
  const apply = (status: RecordedDispute['status']) =>
    ports.paymentReviews.apply(seen({ status }), { revision, refundIdOf: newRefundId })
  const outcomes = await inTurn(database, { table: 'orders', column: 'id', id }, [
    () => apply('lost'),
    () => apply('needs_response'),
  ])
  expect(outcomes).toEqual([expect.objectContaining({ subject: 'order' }), 'outdated'])
  expect(await booked(id)).toEqual([...opened, lost])
  expect(await orderOf(id)).toMatchObject({ disputed_cents: 0, lost_cents: 800 })
})

test('an appeal needs a separate response', async () => {
  const { id, dispute, seen } = await disputedOrder()
  await ports.disputes.noteEvidence({ disputeId: dispute, orderId: id, by: 'ada@example.com' })
  await reviewed(seen({ status: 'under_review', isEvidenceSubmitted: true }))
  await reviewed(seen({ status: 'lost', isEvidenceSubmitted: true }))
  expect(await ports.disputes.read(dispute)).toMatchObject({ evidenceBy: 'ada@example.com' })
  await reviewed(seen({ status: 'needs_response', isEvidenceSubmitted: true }))
  await reviewed(seen({ status: 'needs_response', isEvidenceSubmitted: true }))
  expect(await ports.disputes.read(dispute)).toMatchObject({
    evidenceSubmittedAt: null,
    evidenceBy: null,
    closedAt: null,
  })
})

test('the amount beyond the price of a purchase is a loss once the dispute is lost, and not if it is won', async () => {
  const { id, payment } = await paidCard(5000)
  const [refund, dispute] = [`re_${id}`, `du_${id}`]
  const seen = (changes: Partial<RecordedDispute>) =>
    recordOf(payment, {
      refunds: [refundRecord(refund, 5000)],
      disputes: [disputeRecord(dispute, { amountCents: 5000, ...changes })],
    })
  await reviewed(seen({}))
  const before = [
    ['dispute_opened', 'disputed', 'processor', 5000],
    ['fee', 'fees', 'processor', 1500],
    ['gift_card_reversed', 'gift_cards', 'processor', 5000],
  ]
  expect(await booked(id)).toEqual(before)
  await reviewed(seen({ status: 'lost' }))
  await reviewed(seen({ status: 'under_review' }))
  await reviewed(seen({ status: 'lost' }))
  const loss = ['dispute_lost', 'losses', 'disputed', 5000]
  expect(await booked(id)).toEqual([...before, loss])
  const movements = [moved(`txn_${dispute}`, 5000), moved(`txn_${dispute}_won`, -5000)]
  await reviewed(seen({ status: 'won', movements }))
  expect((await booked(id)).slice(4)).toEqual([
    ['dispute_won', 'processor', 'disputed', 5000],
    ['dispute_lost', 'disputed', 'losses', 5000],
  ])
})

const reversed = (from: string, cents: number) => ['gift_card_reversed', 'gift_cards', from, cents]
const reinstated = ['gift_card_reinstated', 'disputed', 'gift_cards', 5000]
const beyond = ['dispute_lost', 'losses', 'disputed', 2000]
const isOfCard = ([kind]: BookedRow) =>
  typeof kind === 'string' && (kind.startsWith('gift_card') || kind === 'dispute_lost')

test('a refund of a purchase after a won dispute counts before a second dispute of the full amount', async () => {
  const { id, payment } = await paidCard(5000)
  const [first, second] = [`du_${id}_1`, `du_${id}_2`]
  await reviewed(recordOf(payment, { disputes: [disputeRecord(first, { amountCents: 5000 })] }))
  const won = [moved(`txn_${first}`, 5000), moved(`txn_${first}_won`, -5000)]
  // None of it was known when the second dispute was lost.
  const record = recordOf(payment, {
    refunds: [refundRecord(`re_${id}`, 2000)],
    disputes: [
      disputeRecord(second, { amountCents: 5000, status: 'lost' }),
      disputeRecord(first, { amountCents: 5000, status: 'won', movements: won }),
    ],
  })
  for (let time = 0; time < 2; time += 1) await reviewed(record)
  expect((await booked(id)).filter(isOfCard)).toEqual([
    reversed('disputed', 5000),
    reinstated,
    reversed('processor', 2000),
    reversed('disputed', 3000),
    beyond,
  ])
})

test('a refund of a purchase between two decisions of the bank counts before the second one', async () => {
  const { id, payment } = await paidCard(5000)
  const dispute = disputeIdOf(`du_${id}`)
  const lostOnce = disputeRecord(dispute, { amountCents: 5000, status: 'lost' })
  await reviewed(recordOf(payment, { disputes: [lostOnce] }))
  const movements = [
    moved(`txn_${dispute}`, 5000),
    moved(`txn_${dispute}_won`, -5000),
    { ...moved(`txn_${dispute}_again`, 5000), feeCents: 0 },
  ]
  const record = recordOf(payment, {
    refunds: [refundRecord(`re_${id}`, 2000)],
    disputes: [{ ...lostOnce, movements }],
  })
  for (let time = 0; time < 2; time += 1) await reviewed(record)
  expect((await booked(id)).filter(isOfCard)).toEqual([
    reversed('disputed', 5000),
    reinstated,
    reversed('processor', 2000),
    reversed('disputed', 3000),
    beyond,
  ])
})

test('a refund that the bank returns after the loss leaves more for the dispute', async () => {
  const refund = refundRecord(`re_${crypto.randomUUID()}`, 300)
  const { id, payment, dispute, seen } = await disputedOrder([refund])
  await reviewed(seen({ status: 'lost' }))
  const { processorRefundId } = refund
  const returned = { kind: 'failed', reason: 'Account closed', processorRefundId } as const
  const record = recordOf(payment, {
    refunds: [{ ...refund, outcome: returned }],
    disputes: [disputeRecord(dispute, { status: 'lost' })],
  })
  for (let time = 0; time < 2; time += 1) await reviewed(record)
  expect((await booked(id)).filter(([kind]) => kind === 'dispute_lost')).toEqual([
    ['dispute_lost', 'orders', 'disputed', 500],
    ['dispute_lost', 'losses', 'disputed', 300],
    ['dispute_lost', 'orders', 'disputed', 300],
    ['dispute_lost', 'disputed', 'losses', 300],
  ])
  expect(await orderOf(id)).toMatchObject({ lost_cents: 800, refunded_cents: 0 })
})

test('an unmatched payment is no longer held after its dispute is lost, unless the dispute is won after all', async () => {
  const { payment, dispute } = await unmatchedPayment()
  const seen = (changes: Partial<RecordedDispute>) =>
    recordOf(payment, { disputes: [disputeRecord(dispute, changes)] })
  for (const status of ['lost', 'lost'] as const) await reviewed(seen({ status }))
  const movements = [moved(`txn_${dispute}`, 800), moved(`txn_${dispute}_won`, -800)]
  await reviewed(seen({ status: 'won', movements }))
  const rows = await database.db
    .selectFrom('money_movements')
    .select(['debit', 'credit', 'cents'])
    .where('dispute_id', '=', disputeIdOf(dispute))
    .where('kind', '=', 'dispute_lost')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { debit: 'unmatched', credit: 'disputed', cents: 800 },
    { debit: 'disputed', credit: 'unmatched', cents: 800 },
  ])
})

test('an unmatched payment that was partly refunded elsewhere loses the remainder, even when the refund returns', async () => {
  const { payment, dispute, movements } = await unmatchedPayment()
  const refund = refundRecord(`re_${crypto.randomUUID()}`, 300)
  const { processorRefundId } = refund
  const lostDisputes = [disputeRecord(dispute, { status: 'lost' })]
  await reviewed(recordOf(payment, { refunds: [refund] }))
  for (let time = 0; time < 2; time += 1) {
    await reviewed(recordOf(payment, { refunds: [refund], disputes: lostDisputes }))
  }
  const before = [
    ['unmatched_payment', 'processor', 'unmatched', 800],
    ['unmatched_refund', 'unmatched', 'processor', 300],
    // The bank took all of the $8.00: the rest is a loss.
    ['dispute_lost', 'unmatched', 'disputed', 500],
  ]
  expect(await movements()).toEqual(before)
  const returned = { kind: 'failed', reason: 'Account closed', processorRefundId } as const
  const record = { refunds: [{ ...refund, outcome: returned }], disputes: lostDisputes }
  for (let time = 0; time < 2; time += 1) await reviewed(recordOf(payment, record))
  expect((await movements()).slice(before.length)).toEqual([
    ['unmatched_refund_returned', 'processor', 'unmatched', 300],
    ['dispute_lost', 'unmatched', 'disputed', 300],
  ])
})

test('a refund of an unmatched payment between two decisions of the bank counts before the loss', async () => {
  const { payment, dispute, movements } = await unmatchedPayment()
  await reviewed(recordOf(payment, { disputes: [disputeRecord(dispute, { status: 'lost' })] }))
  const again = [
    moved(`txn_${dispute}`, 800),
    moved(`txn_${dispute}_won`, -800),
    { ...moved(`txn_${dispute}_again`, 800), feeCents: 0 },
  ]
  const record = recordOf(payment, {
    refunds: [refundRecord(`re_${crypto.randomUUID()}`, 300)],
    disputes: [disputeRecord(dispute, { status: 'lost', movements: again })],
  })
  for (let time = 0; time < 2; time += 1) await reviewed(record)
  expect(await movements()).toEqual([
    ['unmatched_payment', 'processor', 'unmatched', 800],
    ['dispute_lost', 'unmatched', 'disputed', 800],
    ['dispute_lost', 'disputed', 'unmatched', 300],
    ['unmatched_refund', 'unmatched', 'processor', 300],
  ])
})

test('the end of a dispute keeps the hold for the gift card of the order', async () => {
  // The gift card has $5.00 of the $8.00.
  const card = await paidCard(500)
  const order = await orderWith(card.codeHash)
  const payment = paymentIdOf(`pi_${order.id}`)
  await orders.markPaid(order.code, { paymentId: payment, amountCents: 300 })
  const dispute = (status: RecordedDispute['status']) =>
    recordOf(payment, {
      disputes: [disputeRecord(`du_${order.id}`, { amountCents: 300, status })],
    })
  await reviewed(dispute('needs_response'))
  await reviewed(recordOf(card.payment, { refunds: [refundRecord(`re_${card.id}`, 500)] }))
  await reviewed(dispute('won'))
  const gone = 'The payment of the gift card that paid for this order went back.'
  expect(await orderOf(order.id)).toMatchObject({ held_reason: gone })
  const processorRefundId = `re_${card.id}`
  const outcome = { kind: 'failed', reason: 'Account closed', processorRefundId } as const
  const refunds = [{ ...refundRecord(processorRefundId, 500), outcome }]
  await reviewed(recordOf(card.payment, { refunds }))
  expect(await orderOf(order.id)).toMatchObject({
    held_reason:
      'The payment of this order’s gift card is back. Release the hold to go on with the order.',
  })
})

test('an order that has returned the gift card share is not held for the gift card', async () => {
  const card = await paidCard(500)
  const order = await orderWith(card.codeHash)
  const payment = paymentIdOf(`pi_${order.id}`)
  await orders.markPaid(order.code, { paymentId: payment, amountCents: 300 })
  // The share is refunded before the card payment.
  await refundOrder(order.id, 500)
  await orderWith(card.codeHash)
  const dispute = (status: RecordedDispute['status']) =>
    recordOf(payment, {
      disputes: [disputeRecord(`du_${order.id}`, { amountCents: 300, status })],
    })
  await reviewed(dispute('needs_response'))
  await reviewed(recordOf(card.payment, { refunds: [refundRecord(`re_${card.id}`, 500)] }))
  await reviewed(dispute('won'))
  expect(await orderOf(order.id)).toMatchObject({
    held_reason: 'The dispute was won. Release the hold to go on with the order.',
  })
  // Settles the debt of the buyer, who uses gift cards below.
  const outcome = {
    kind: 'failed',
    reason: 'Account closed',
    processorRefundId: `re_${card.id}`,
  } as const
  const refunds = [{ ...refundRecord(outcome.processorRefundId, 500), outcome }]
  await reviewed(recordOf(card.payment, { refunds }))
})

test('an unmatched payment that was refunded elsewhere is refunded once', async () => {
  const { payment, movements } = await unmatchedPayment()
  const refund = refundRecord(`re_${crypto.randomUUID()}`, 300)
  await reviewed(recordOf(payment, { refunds: [refund] }))
  await database.db
    .updateTable('unmatched_payments')
    .set({ state: 'refunded' })
    .where('payment_id', '=', payment)
    .execute()
  await reviewed(recordOf(payment, { refunds: [refund] }))
  expect((await movements()).slice(1)).toEqual([
    ['unmatched_refund', 'unmatched', 'processor', 300],
    ['unmatched_refund', 'unmatched', 'processor', 500],
  ])
})

test('a debt that grows after it was settled is settled and booked again', async () => {
  const { id, payment, codeHash } = await paidCard(800)
  await orderWith(codeHash)
  const refund = refundRecord(`re_${id}`, 300)
  const disputes = [disputeRecord(`du_${id}`, { amountCents: 800 })]
  await reviewed(recordOf(payment, { refunds: [refund] }))
  // The rest of the $8.00 after the refund, all of it spent.
  await reviewed(recordOf(payment, { refunds: [refund], disputes }))
  const settle = async (cents: number) => {
    const open = await database.db
      .selectFrom('debts')
      .select(['id', 'left_cents'])
      .where('return_id', '=', `du_${id}`)
      .executeTakeFirstOrThrow()
    expect(open.left_cents).toBe(cents)
    const closing = { id: open.id, how: 'settled', by: 'ada@example.com', note: 'Paid.' } as const
    expect(await ports.purchaseDesk.closeDebt(closing)).not.toBeNull()
  }
  await settle(500)
  const { processorRefundId } = refund
  const returned = { kind: 'failed', reason: 'Account closed', processorRefundId } as const
  await reviewed(recordOf(payment, { refunds: [{ ...refund, outcome: returned }], disputes }))
  await settle(300)
  expect((await booked(id)).filter(([kind]) => kind === 'debt_settled')).toEqual([
    ['debt_settled', 'bank', 'debts', 500],
    ['debt_settled', 'bank', 'debts', 300],
  ])
})

test('a payment that was refunded elsewhere waits for an operator when the refund returns', async () => {
  const { payment, movements } = await unmatchedPayment()
  const refund = refundRecord(`re_${crypto.randomUUID()}`, 800)
  const { processorRefundId } = refund
  await reviewed(recordOf(payment, { refunds: [refund] }))
  await database.db
    .updateTable('unmatched_payments')
    .set({ state: 'refunded' })
    .where('payment_id', '=', payment)
    .execute()
  const returned = { kind: 'failed', reason: 'Account closed', processorRefundId } as const
  for (let time = 0; time < 2; time += 1) {
    await reviewed(recordOf(payment, { refunds: [{ ...refund, outcome: returned }] }))
  }
  expect((await movements()).slice(1)).toEqual([
    ['unmatched_refund', 'unmatched', 'processor', 800],
    ['unmatched_refund_returned', 'processor', 'unmatched', 800],
  ])
  const row = await database.db
    .selectFrom('unmatched_payments')
    .select(['state', 'failure', 'decided_by'])
    .where('payment_id', '=', payment)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'failed', failure: 'Account closed', decided_by: 'card processor' })
})

test('every balance agrees with the ledger', async () => {
  expect(await differences()).toEqual([])
})
