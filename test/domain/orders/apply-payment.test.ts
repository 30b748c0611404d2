// Effects of a known payment on its order: the paid order, the refunded amount, and the note to operators
// (docs/money.md).
import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { applyPayment } from '../../../server/domain/orders/charge/settle-order.ts'
import {
  code,
  dueAt,
  openedCheckout,
  paid,
  type Stage,
  settling,
  stage,
  succeeded,
} from './settle-stage.ts'

const marked = [
  'markPaid',
  code,
  { paymentId: paymentIdOf('pi_1'), amountCents: 800, dueAt, placedOrder: settling },
]
const facts = { code, paymentId: paymentIdOf('pi_1') }
const withAmount = { ...facts, amountCents: 800 }
const withCheckout = { ...paid, checkout: { sessionId: 'cs_1', url: null } }

const applied = async (given: Stage) => {
  const { deps, calls, lines } = stage(given)
  const order = await applyPayment(deps, settling, paymentIdOf('pi_1'), 800)
  return { order, calls, lines }
}

describe('a payment', () => {
  test.each([
    // [outcome in the database, log line, whether it is recorded as unusable].
    ['paid', ['info', 'order.paid', withAmount], false],
    ['already', null, false],
    ['duplicate', null, true],
    ['closed', null, true],
    ['being_returned', ['warn', 'payment.being_returned', facts], false],
    ['wrong_amount', null, true],
  ] as const)('that is %s', async (kind, line, isUnusable) => {
    const order = { ...settling, version: 2 }
    const { order: after, calls, lines } = await applied({ marked: [{ kind, order }] })
    expect(after).toBe(order)
    const subject = { kind: 'order', id: order.id, code }
    const payment = { paymentId: paymentIdOf('pi_1'), amountCents: 800, cause: kind, subject }
    expect(calls).toEqual([marked, ...(isUnusable ? [['recordUnusable', payment]] : [])])
    expect(lines).toEqual(line === null ? [] : [[...line]])
  })

  test('of a missing order is an error, so that it does not count as handled', async () => {
    await expect(applied({ marked: [{ kind: 'no_such_order' }] })).rejects.toThrow(
      'payment pi_1 names an unknown order',
    )
  })

  test('closes the open checkout, so that the order is not paid twice', async () => {
    const { calls } = await applied({ marked: [{ kind: 'paid', order: withCheckout }] })
    expect(calls).toEqual([marked, ['readCheckout', 'cs_1', 'upkeep'], ['expireCheckout', 'cs_1']])
  })

  test('does not close its checkout', async () => {
    const checkout = [{ ...openedCheckout, payment: succeeded }]
    const { calls } = await applied({ checkout, marked: [{ kind: 'paid', order: withCheckout }] })
    expect(calls).toEqual([marked, ['readCheckout', 'cs_1', 'upkeep']])
  })

  test.each(['already', 'duplicate', 'closed', 'being_returned', 'wrong_amount'] as const)(
    'that is %s closes no checkout',
    async (kind) => {
      const { calls } = await applied({ marked: [{ kind, order: withCheckout }] })
      expect(calls.map(([name]) => name)).not.toContain('readCheckout')
    },
  )
})
