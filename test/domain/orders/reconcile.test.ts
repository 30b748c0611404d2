// A round of the worker over unsettled orders: the number claimed, the action for each, and the isolation of
// failures.

import { expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import {
  CustomerMissing,
  ProcessorBusy,
  ProcessorUnavailable,
} from '../../../server/domain/payments/ports.ts'
import { payment } from '../../../testing/orders.ts'
import {
  code,
  openedCheckout,
  orderId,
  payable,
  type Stage,
  settling,
  stage,
  succeeded,
} from './settle-stage.ts'

const claims = [
  ['claimDeferred', { giveUpSeconds: 60, limit: 10 }],
  ['claimUnsettled', { startedSecondsAgo: 5, leaseSeconds: 2, limit: 10 }],
]
const deferred = { ...settling, payment: payment() }
const other = {
  ...settling,
  id: orderIdOf('99999999-2222-4333-9444-555555555555'),
  code: 'SVC-XYZ789',
}
const charged = [
  'chargeSavedCard',
  {
    orderId,
    orderCode: code,
    amountCents: 800,
    description: '3D print: PLA Black, 0.4 mm nozzle, 0.2 mm layers, 1 x cube.stl',
    customerId: 'cus_1',
    paymentMethodId: 'pm_1',
  },
  { once: true },
]

const round = async (given: Stage) => {
  const { deps, calls, lines } = stage(given)
  const reviewed = await reconcileCharges(deps, { startedSecondsAgo: 5 })
  return { reviewed, calls, lines }
}

test('a round without orders requests ten of each kind, and does nothing', async () => {
  expect(await round({})).toEqual({ reviewed: 0, calls: claims, lines: [] })
})

test('a deferred charge is sent again, and does not count as reviewed', async () => {
  const charge = [{ kind: 'declined', reason: 'Do not honor', paymentId: null }] as const
  const { reviewed, calls, lines } = await round({ deferred: [deferred], charge })
  expect(reviewed).toBe(0)
  expect(calls).toEqual([
    ...claims,
    charged,
    ['settleFinally', orderId, { state: 'declined', cause: null, reason: 'Do not honor' }],
  ])
  expect(lines).toEqual([['info', 'payment.charge_repeated', { code, chargeState: 'declined' }]])
})

const since = new Date('2026-11-21T09:59:00Z')
const named = (order: typeof settling) => ({ orderId: order.id, orderCode: order.code })
const listed = (...orders: (typeof settling)[]) => [
  'findPaymentsOfOrders',
  orders.map(named),
  'cus_1',
  since,
]

test('a charge that may be repeated is repeated immediately, without a search', async () => {
  const charge = [{ kind: 'succeeded', paymentId: paymentIdOf('pi_1') }] as const
  const repeats = { [code]: 'at_once' } as const
  const { reviewed, calls, lines } = await round({ unsettled: [settling], repeats, charge })
  expect(reviewed).toBe(1)
  expect(calls.slice(2).map(([name]) => name)).toEqual(['chargeSavedCard', 'markPaid'])
  expect(calls[2]).toEqual(charged)
  expect(lines[1]).toEqual(['info', 'payment.charge_repeated', { code, chargeState: 'succeeded' }])
})

test('an older charge is repeated when the record has no payment of the order', async () => {
  const repeats = { [code]: 'after_record' } as const
  const pending = { unsettled: [settling], settled: settling, repeats }
  const { calls } = await round(pending)
  expect(calls.slice(2).map(([name]) => name)).toEqual([
    'findPaymentsOfOrders',
    'settleFinally',
    'chargeSavedCard',
    'settleCharge',
  ])
  const found = [new Map([[orderId, [{ ...succeeded, status: 'processing' as const }]]])]
  const recorded = await round({ ...pending, found })
  expect(recorded.calls.slice(2).map(([name]) => name)).toEqual([
    'findPaymentsOfOrders',
    'setPaymentPending',
  ])
})

test('unsettled orders of a customer are settled from one listing', async () => {
  const found = [new Map([[orderId, [succeeded]]])]
  const { reviewed, calls, lines } = await round({ unsettled: [settling, other], found })
  expect(reviewed).toBe(2)
  expect(
    calls
      .slice(2)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['findPaymentsOfOrders', 'markPaid', 'settleFinally'])
  expect(calls[2]).toEqual(listed(settling, other))
  expect(lines).toEqual(
    expect.arrayContaining([
      ['info', 'order.paid', { code, paymentId: paymentIdOf('pi_1'), amountCents: 800 }],
      ['info', 'payment.reconciled', { code, outcome: 'paid' }],
      ['info', 'payment.reconciled', { code: other.code, outcome: 'unpaid' }],
    ]),
  )
})

test('orders without a customer are not listed', async () => {
  const plain = { ...settling, payment: payment({ chargeState: 'unknown', card: null }) }
  const { calls } = await round({ unsettled: [plain], account: { customerId: null } })
  expect(calls.slice(2).map(([name]) => name)).toEqual(['settleFinally'])
})

test('a charge to the former customer of an account is also searched for under that customer', async () => {
  const { calls } = await round({
    unsettled: [settling],
    account: { customerId: customerIdOf('cus_2') },
  })
  expect(calls.slice(2, 4)).toEqual([
    ['findPaymentsOfOrders', [named(settling)], 'cus_2', since],
    ['findPaymentsOfOrders', [named(settling)], 'cus_1', since],
  ])
})

const gone = new CustomerMissing('HTTP 400', 'No such customer')

test('the charge to a deleted customer is searched for among all payments of that period', async () => {
  const repeats = { [code]: 'no' } as const
  const given = { unsettled: [settling], repeats, found: [gone] }
  const { calls } = await round({ ...given, payments: [[succeeded]] })
  // Placed at 10:00; no request of it arrives after a day.
  const until = new Date('2026-11-22T10:00:00Z')
  expect(calls.slice(2)).toEqual([
    listed(settling),
    ['findPayments', code, null, since, { orderId, purpose: 'upkeep', until }],
    ['markPaid', code, expect.objectContaining({ paymentId: paymentIdOf('pi_1') })],
  ])
  // Nothing is settled while that record cannot be read.
  const unread = await round({ ...given, payments: [new ProcessorUnavailable('away')] })
  expect(unread.calls.map(([name]) => name)).not.toContain('settleFinally')
})

test('without a charge, an order of a deleted customer has only the payment of its checkout', async () => {
  const guest = { ...payable, checkout: { sessionId: 'cs_1', url: null } }
  const paidByGuest = { ...openedCheckout, status: 'complete', payment: succeeded } as const
  const { calls } = await round({ unsettled: [guest], found: [gone], checkout: [paidByGuest] })
  expect(calls.slice(2).map(([name]) => name)).toEqual([
    'readCheckout',
    'findPaymentsOfOrders',
    'markPaid',
  ])
})

test('an order that stays open counts as reviewed, and its outcome is logged', async () => {
  const { reviewed, lines } = await round({ unsettled: [payable, settling], settled: settling })
  expect(reviewed).toBe(2)
  expect(lines).toEqual([
    ['info', 'payment.reconciled', { code, outcome: 'unpaid' }],
    ['info', 'payment.reconciled', { code, outcome: 'pending' }],
  ])
})

const away = new ProcessorUnavailable('away')
const broken = new Error('broken')

test.each([
  ['warn', 'payment.not_reconciled_unreachable', away, { code }],
  ['error', 'payment.not_reconciled', broken, { code, error: broken }],
])('a listing that fails is logged with level %s and delays no other', async (...given) => {
  const [level, event, error, facts] = given
  const { reviewed, calls, lines } = await round({
    unsettled: [settling, other],
    repeats: { [other.code]: 'at_once' },
    charge: [{ kind: 'declined', reason: 'no', paymentId: null }],
    found: [error],
  })
  expect(reviewed).toBe(2)
  expect(calls.map(([name]) => name)).toContain('settleFinally')
  expect(lines).toEqual(
    expect.arrayContaining([
      [level, event, facts],
      ['info', 'payment.charge_repeated', { code, chargeState: 'declined' }],
    ]),
  )
})

test('without a budget the reviews do not count, and the processor is not reported as unreachable', async () => {
  const found = [new ProcessorBusy('no call left')]
  const { calls, lines } = await round({ unsettled: [settling, other], found })
  expect(calls.slice(2)).toEqual([
    listed(settling, other),
    ['forgetChecks', [settling.id, other.id]],
  ])
  expect(lines).toEqual([
    ['info', 'payment.not_reconciled_busy', { code }],
    ['info', 'payment.not_reconciled_busy', { code: other.code }],
  ])
})

test('a repeated charge that fails is logged, and the reviews continue', async () => {
  const { reviewed, lines } = await round({
    deferred: [deferred],
    charge: [broken],
    unsettled: [other],
  })
  expect(reviewed).toBe(1)
  expect(lines).toEqual(
    expect.arrayContaining([
      ['error', 'payment.not_reconciled', { code, error: broken }],
      ['info', 'payment.reconciled', { code: other.code, outcome: 'unpaid' }],
    ]),
  )
})
