// How the columns of an order become its payment. The combinations are those that the constraints of `orders` allow.

import { expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { isPaid, paymentOf, paymentStateOf } from '../../../server/domain/orders/record/payment.ts'

const card = { customerId: customerIdOf('cus_1'), paymentMethodId: paymentMethodIdOf('pm_1') }
const paymentId = paymentIdOf('pi_1')
const unpaid = {
  paid: false,
  paymentId: null,
  chargeState: 'none',
  card: null,
  cause: null,
  reason: null,
  isPending: false,
} as const

test('a paid order has its payment and no reason for being unpaid', () => {
  const stale = { ...unpaid, card, reason: 'No funds', isPending: true }
  expect(paymentOf({ ...stale, paid: true, paymentId, chargeState: 'declined' })).toStrictEqual({
    kind: 'paid',
    paymentId,
    chargeState: 'declined',
    card,
  })
})

test('an order of the website that a checkout paid had no charge', () => {
  expect(paymentOf({ ...unpaid, paid: true, paymentId })).toStrictEqual({
    kind: 'paid',
    paymentId,
    chargeState: 'none',
  })
})

test('an order that is paid without a payment was paid by a gift card', () => {
  const payment = paymentOf({ ...unpaid, paid: true })
  expect(payment).toStrictEqual({ kind: 'gift', chargeState: 'none' })
  expect(isPaid({ payment })).toBe(true)
})

test.each(['started', 'unknown'] as const)('a charge that is %s settles', (chargeState) => {
  const payment = paymentOf({
    ...unpaid,
    chargeState,
    card,
    cause: 'busy',
    reason: 'busy',
    isPending: true,
  })
  expect(payment).toStrictEqual({
    kind: 'settling',
    chargeState,
    card,
    reason: 'busy',
    cause: 'busy',
    isPending: true,
  })
  expect(isPaid({ payment })).toBe(false)
})

test.each(['declined', 'not_made'] as const)(
  'a charge that is %s leaves it unpaid',
  (chargeState) => {
    expect(paymentOf({ ...unpaid, chargeState, card, reason: 'No funds' })).toStrictEqual({
      kind: 'unpaid',
      chargeState,
      card,
      reason: 'No funds',
      cause: null,
      isPending: false,
    })
  },
)

test('an order without a charge has no card', () => {
  expect(paymentOf({ ...unpaid, card, cause: 'no_card', reason: 'No card on file' })).toStrictEqual(
    {
      kind: 'unpaid',
      chargeState: 'none',
      reason: 'No card on file',
      cause: 'no_card',
      isPending: false,
    },
  )
})

test('the payment of a stored response is that of its order, without ids', () => {
  const facts = { cause: null, reason: null, isPending: false }
  expect(paymentStateOf({ ...facts, paid: true, chargeState: 'succeeded' })).toStrictEqual({
    kind: 'paid',
    chargeState: 'succeeded',
  })
  expect(paymentStateOf({ ...facts, paid: false, chargeState: 'none' })).toStrictEqual({
    ...facts,
    kind: 'unpaid',
    chargeState: 'none',
  })
})
