// Holds of an order whose payment is in doubt: when, with which reason, and when its print jobs are withdrawn.
import { describe, expect, test } from 'bun:test'
import {
  planDisputeStep,
  planFraudWarning,
  planGiftBack,
  planGiftGone,
} from '../../../server/domain/orders/disputes/hold-plan.ts'
import type { OrderStatus } from '../../../server/domain/orders/record/status.ts'

const heldBy = (by: string, reason: string) => ({ by, reason, at: new Date(0) })
const order = (status: OrderStatus, hold: ReturnType<typeof heldBy> | null = null) => ({
  status,
  hold,
  disputedCents: 0,
})
const dispute = (step: Parameters<typeof planDisputeStep>[1]['step'], owesGift = false) => ({
  step,
  reason: 'product_not_received',
  owesGift,
})
const none = { hold: null, withdraw: null }
const disputed = 'The customer’s bank disputes the payment (product not received).'
const giftGone = 'The payment of the gift card that paid for this order went back.'

describe('a dispute', () => {
  test('holds an open order and withdraws its print jobs', () => {
    expect(planDisputeStep(order('ACCEPTED'), dispute('needs_response'))).toEqual({
      hold: disputed,
      withdraw: { reason: disputed },
    })
  })

  test('keeps an operator’s hold and withdraws the print jobs', () => {
    const held = order('PRINTING', heldBy('ada@example.com', 'Asked about the color'))
    expect(planDisputeStep(held, dispute('needs_response'))).toEqual({
      hold: null,
      withdraw: { reason: disputed },
    })
  })

  test.each(['SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED'] as const)(
    'does not change an order that is %s',
    (status) => {
      expect(planDisputeStep(order(status), dispute('needs_response'))).toEqual(none)
    },
  )

  test('that was won changes the reason for its hold and starts no new hold', () => {
    const held = order('ACCEPTED', heldBy('card processor', disputed))
    expect(planDisputeStep(held, dispute('won'))).toEqual({
      hold: 'The dispute was won. Release the hold to go on with the order.',
      withdraw: null,
    })
    expect(planDisputeStep(order('ACCEPTED'), dispute('won'))).toEqual(none)
  })

  test('that was won keeps the order held for its gift card', () => {
    const held = order('ACCEPTED', heldBy('card processor', disputed))
    expect(planDisputeStep(held, dispute('won', true)).hold).toBe(giftGone)
  })

  const lost = 'The dispute was lost. The payment is gone: cancel the order.'
  const byUs = heldBy('card processor', disputed)
  const byOperator = heldBy('ada@example.com', 'Asked about the color')

  // The jobs of an order that an operator released meanwhile are withdrawn as well.
  test.each([
    ['held by us', order('ACCEPTED', byUs), lost],
    ['held by an operator', order('ACCEPTED', byOperator), null],
    ['not held', order('ACCEPTED'), null],
    ['shipped', order('SHIPPED'), null],
    ['shipped while we held it', order('SHIPPED', byUs), null],
  ] as const)('that was lost, of an order that is %s', (_, of, hold) => {
    expect(planDisputeStep(of, dispute('lost'))).toEqual({ hold, withdraw: 'by_status' })
  })

  test('that was lost keeps the order held for its gift card', () => {
    expect(planDisputeStep(order('ACCEPTED', byUs), dispute('lost', true))).toEqual({
      hold: giftGone,
      withdraw: 'by_status',
    })
  })

  test('that begins is the reason for the hold, whatever the gift card owes', () => {
    expect(planDisputeStep(order('ACCEPTED'), dispute('needs_response', true))).toEqual({
      hold: disputed,
      withdraw: { reason: disputed },
    })
  })
})

test('a fraud warning holds the order only while it can still be stopped', () => {
  const reason = 'The customer’s bank reported the payment as fraud (card never received).'
  const warning = { fraudType: 'card_never_received', isActionable: true }
  expect(planFraudWarning(order('RECEIVED'), warning)).toEqual({
    hold: reason,
    withdraw: { reason },
  })
  expect(planFraudWarning(order('RECEIVED'), { ...warning, isActionable: false })).toEqual(none)
})

describe('a gift card with a reversed payment', () => {
  test('holds the orders that it paid for', () => {
    expect(planGiftGone(order('ACCEPTED'))).toEqual({
      hold: giftGone,
      withdraw: { reason: giftGone },
    })
  })

  test('that is restored changes the reason of that hold, and of no other', () => {
    const held = order('ACCEPTED', heldBy('card processor', giftGone))
    const back =
      'The payment of this order’s gift card is back. Release the hold to go on with the order.'
    expect(planGiftBack(held)).toEqual({ hold: back, withdraw: null })
    expect(planGiftBack({ ...held, disputedCents: 100 }).hold).toBe(
      'The customer’s bank disputes the payment.',
    )
    expect(planGiftBack(order('ACCEPTED', heldBy('card processor', disputed)))).toEqual(none)
    expect(planGiftBack(order('ACCEPTED'))).toEqual(none)
  })
})
