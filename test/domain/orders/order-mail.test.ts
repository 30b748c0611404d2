// Recipients and kinds of emails about an order: the outbox has one of a kind for each order.
import { expect, test } from 'bun:test'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import {
  needsRefundMail,
  needsUnpaidMail,
  needsUnusableMail,
  ownRecipient,
  planConfirmation,
  planRefundMail,
  planReminder,
  planUnpaid,
  planUnusableMail,
} from '../../../server/domain/orders/mail/order-mail.ts'
import {
  newOrder,
  paidWith,
  payment,
  placedOrder,
  shippingAddress,
} from '../../../testing/orders.ts'
import { settledRefund } from './refund-stage.ts'

const order = placedOrder(newOrder(accountIdOf('22222222-2222-4222-8222-222222222222')))
const place = {
  to: 'ada@example.com',
  baseUrl: 'http://localhost:3000',
  timeZone: 'UTC',
  now: order.updatedAt,
}

test('an email goes to the address of the order, unless that is invalid', () => {
  const to = (email: string) => ownRecipient({ address: shippingAddress({ email }) })
  expect(to('ada@example.com')).toBe('ada@example.com')
  expect(to('not an address')).toBeNull()
})

test('a charge that ended unpaid needs an email while there is something to pay', () => {
  const declined = payment({ chargeState: 'declined', reason: 'No funds' })
  expect(needsUnpaidMail({ ...order, payment: declined })).toBe(true)
  for (const status of ['CANCELLED', 'REJECTED', 'ACCEPTED'] as const) {
    expect(needsUnpaidMail({ ...order, payment: declined, status })).toBe(false)
  }
  expect(needsUnpaidMail({ ...order, payment: paidWith(paymentIdOf('pi_1')) })).toBe(false)
  expect(planUnpaid({ ...order, payment: declined }, place)).toMatchObject({
    kind: 'unpaid',
    mail: { to: place.to },
  })
})

// The outbox already has emails under these kinds: another word would send one of them again.
test('the kind of an email is the word in the outbox', () => {
  expect(planConfirmation(order, place, []).kind).toBe('confirmation')
  expect(planReminder(order, place).kind).toBe('reminder')
  const refund = { ...settledRefund, id: refundIdOf('33333333-3333-4333-8333-333333333333') }
  const kindOf = (returnedAt: Date | null) =>
    planRefundMail(order, { ...refund, returnedAt }, place, { debtCents: 0, voidCents: 0 }).kind
  expect(kindOf(null)).toBe('refund:33333333-3333-4333-8333-333333333333')
  expect(kindOf(new Date(0))).toBe('refund:33333333-3333-4333-8333-333333333333:returned')
})

test.each([
  ['started', 800, 0, null, false],
  ['unknown', 800, 0, null, false],
  ['failed', 800, 0, null, false],
  ['succeeded', 800, 0, null, true],
  // The gift card's part has moved, and the card's part was refused.
  ['partly', 800, 500, null, true],
  ['failed', 800, 0, new Date(0), true],
] as const)('a refund that is %s, of %p cents', (state, amountCents, giftCents, returnedAt, is) => {
  expect(needsRefundMail({ state, amountCents, giftCents, returnedAt })).toBe(is)
})

test('the refund and the return of an unusable payment are mailed, and a refused refund is not', () => {
  expect(needsUnusableMail('refused')).toBe(false)
  const unusable = {
    paymentId: paymentIdOf('pi_1'),
    refundAttempts: 2,
    amountCents: 800,
    cause: 'duplicate',
  } as const
  const kindOf = (step: 'refunded' | 'returned') =>
    planUnusableMail(step, unusable, order, place).kind
  expect(kindOf('refunded')).toBe('refund:payment:pi_1:2')
  expect(kindOf('returned')).toBe('refund:payment-returned:pi_1:2')
})
