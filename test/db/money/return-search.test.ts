// The search of the processor's lists: it finds unknown refunds, disputes and warnings, each once.
import { expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import type { PaymentReturns, ReturnSighting } from '../../../server/domain/payments/returns.ts'
import { disputeRecord, recordOf, refundRecord, useReturns } from './returns-fixture.ts'

const { database, ports, reviewed, paidOrder, paidCard, unmatchedPayment } = useReturns()

const returned = (processorRefundId: string) => ({
  ...refundRecord(processorRefundId, 300),
  outcome: { kind: 'failed', reason: 'Account closed', processorRefundId } as const,
})

/** Returns whether the search requests a review of the payment. */
async function isFound(seen: ReturnSighting): Promise<boolean> {
  const requested = await ports.paymentReviews.requestSeen([seen])
  await database.db.deleteFrom('payment_reviews').where('payment_id', '=', seen.paymentId).execute()
  return requested === 1
}

const payments = [
  ['an order', async () => (await paidOrder()).payment],
  ['a gift card', async () => (await paidCard(800)).payment],
  ['nothing', async () => (await unmatchedPayment()).payment],
] as const

test.each(payments)(
  'a refund made elsewhere of a payment that pays for %s, and its return',
  async (_, pay) => {
    const payment = await pay()
    const id = `re_${payment}`
    const seen = (state: string) => ({ kind: 'refund', id, paymentId: payment, state }) as const
    expect(await isFound(seen('pending'))).toBe(false)
    expect(await isFound(seen('succeeded'))).toBe(true)
    await reviewed(recordOf(payment, { refunds: [refundRecord(id, 300)] }))
    expect(await isFound(seen('succeeded'))).toBe(false)
    expect(await isFound(seen('failed'))).toBe(true)
    await reviewed(recordOf(payment, { refunds: [returned(id)] }))
    expect(await isFound(seen('failed'))).toBe(false)
  },
)

test.each(payments)('a dispute of a payment that pays for %s', async (_, pay) => {
  const payment = await pay()
  const id = `du_${payment}`
  const seen = (state: string) => ({ kind: 'dispute', id, paymentId: payment, state }) as const
  expect(await isFound(seen('needs_response'))).toBe(true)
  const record = (status: 'needs_response' | 'lost'): PaymentReturns =>
    recordOf(payment, { disputes: [disputeRecord(id, { status })] })
  await reviewed(record('needs_response'))
  expect(await isFound(seen('needs_response'))).toBe(false)
  expect(await isFound(seen('lost'))).toBe(true)
  await reviewed(record('lost'))
  expect(await isFound(seen('lost'))).toBe(false)
})

test('a payment of another system is not reviewed', async () => {
  const seen = {
    kind: 'refund',
    id: 're_other',
    paymentId: paymentIdOf('pi_other'),
    state: 'succeeded',
  } as const
  expect(await isFound(seen)).toBe(false)
})

test('a dispute that withdrew a gift card twice has one id for the desk', async () => {
  const { id, payment } = await paidCard(800)
  const dispute = `du_${id}`
  const moved = (cents: number, index: number) => ({
    transactionId: `txn_${dispute}_${index}`,
    cents,
    feeCents: 0,
  })
  const steps = [
    ['lost', [800]],
    ['won', [800, -800]],
    ['lost', [800, -800, 800]],
  ] as const
  for (const [status, cents] of steps) {
    const disputes = [disputeRecord(dispute, { status, movements: cents.map(moved) })]
    await reviewed(recordOf(payment, { disputes }))
  }
  const sold = await ports.purchaseDesk.read(id)
  expect(sold?.returns.map((each) => [each.id, each.reinstatedAt !== null])).toEqual([
    [dispute, true],
    [dispute, false],
  ])
})
