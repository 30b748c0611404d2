// Whether an order may be paid now, and where: never twice, and not while a charge is settling (decisions.md 12 and
// 29).

import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { payabilityOf, paymentUrlOf } from '../../../server/domain/orders/charge/payable.ts'
import type { PaymentFacts } from '../../../server/domain/orders/record/payment.ts'
import type { OrderStatus } from '../../../server/domain/orders/record/status.ts'
import { payment } from '../../../testing/orders.ts'
import { code } from './charge-stage.ts'

const declined = { chargeState: 'declined' } as const
const orderWith = (facts: Partial<PaymentFacts>, status: OrderStatus = 'PENDING_PAYMENT') => ({
  status,
  payment: payment({ ...declined, ...facts }),
})
const url = 'https://shop.example/orders/SVC-AAAAAA/pay'
const urlOf = (order: Parameters<typeof payabilityOf>[0]) =>
  paymentUrlOf({ ...order, code }, 'https://shop.example')

describe('an order', () => {
  test.each(['declined', 'none', 'not_made'] as const)(
    'whose charge is %s may be paid, on its page',
    (chargeState) => {
      const order = orderWith({ chargeState })
      expect(payabilityOf(order)).toBe('payable')
      expect(urlOf(order)).toBe(url)
    },
  )

  // An order with several reasons gets the first one in the sequence of this list.
  const paid = { paid: true, paymentId: paymentIdOf('pi_1') }
  const all = { chargeState: 'unknown', isPending: true } as const
  const refused: readonly [string, Partial<PaymentFacts>, OrderStatus][] = [
    ['paid', paid, 'PENDING_PAYMENT'],
    ['paid', { ...all, ...paid }, 'CANCELLED'],
    ['closed', {}, 'CANCELLED'],
    ['closed', {}, 'REJECTED'],
    ['closed', all, 'CANCELLED'],
    ['charge_settling', { chargeState: 'started' }, 'PENDING_PAYMENT'],
    ['charge_settling', { chargeState: 'unknown' }, 'PENDING_PAYMENT'],
    ['charge_settling', { chargeState: 'succeeded' }, 'PENDING_PAYMENT'],
    ['charge_settling', all, 'PENDING_PAYMENT'],
    ['payment_pending', { isPending: true }, 'PENDING_PAYMENT'],
  ]
  test.each(refused)('that is %s with %j has no payment page', (payability, facts, status) => {
    const order = orderWith(facts, status)
    expect(payabilityOf(order)).toBe(payability as ReturnType<typeof payabilityOf>)
    expect(urlOf(order)).toBeNull()
  })
})
