// Whether an order may be paid now, and where: never twice, and not while a charge is settling (decisions.md 12 and 29).
import { describe, expect, test } from 'bun:test'
import { payabilityOf, paymentUrlOf } from '../../../server/domain/orders/charge/payable.ts'
import type { ChargeState } from '../../../server/domain/orders/order.ts'
import type { OrderStatus } from '../../../server/domain/orders/status.ts'
import { code } from './charge-stage.ts'

const declined = {
  paid: false,
  status: 'PENDING_PAYMENT',
  chargeState: 'declined',
  paymentPending: false,
} as const
const url = 'https://shop.example/orders/SVC-AAAAAA/pay'
const urlOf = (order: Parameters<typeof payabilityOf>[0]) =>
  paymentUrlOf({ ...order, code }, 'https://shop.example')

describe('an order', () => {
  test.each(['declined', 'none', 'not_made'] as const)(
    'whose charge is %s may be paid, on its own page',
    (chargeState) => {
      const order = { ...declined, chargeState }
      expect(payabilityOf(order)).toBe('payable')
      expect(urlOf(order)).toBe(url)
    },
  )

  // Each one is not payable for its own reason, and for those below it as well: the first reason counts.
  const all = { paid: true, status: 'CANCELLED', chargeState: 'unknown', paymentPending: true }
  const refused: readonly [string, object][] = [
    ['paid', { paid: true }],
    ['paid', { ...all }],
    ['closed', { status: 'CANCELLED' }],
    ['closed', { status: 'REJECTED' }],
    ['closed', { ...all, paid: false }],
    ['charge_settling', { chargeState: 'started' }],
    ['charge_settling', { chargeState: 'unknown' }],
    ['charge_settling', { chargeState: 'succeeded' }],
    ['charge_settling', { chargeState: 'unknown', paymentPending: true }],
    ['payment_pending', { paymentPending: true }],
  ]
  test.each(refused)('is %s, and has no page to pay on, with %j', (payability, facts) => {
    const order = { ...declined, ...facts } as {
      paid: boolean
      status: OrderStatus
      chargeState: ChargeState
      paymentPending: boolean
    }
    expect(payabilityOf(order)).toBe(payability as ReturnType<typeof payabilityOf>)
    expect(urlOf(order)).toBeNull()
  })
})
