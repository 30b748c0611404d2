// A round of the worker over unsettled orders: how many it claims, what it does to each, and what one failure leaves alone.
import { expect, test } from 'bun:test'
import { reconcileCharges } from '../../../server/domain/orders/reconcile.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { code, orderId, payable, type Stage, settling, stage, succeeded } from './settle-stage.ts'

const claims = [
  ['claimDeferred', { giveUpSeconds: 60, limit: 10 }],
  ['claimUnsettled', { startedSecondsAgo: 5, leaseSeconds: 2, limit: 10 }],
]
const deferred = { ...settling, chargeState: 'started' } as const
const other = { ...settling, id: '99999999-2222-4333-9444-555555555555', code: 'SVC-XYZ789' }
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
]

const round = async (given: Stage) => {
  const { deps, calls, lines } = stage(given)
  const reviewed = await reconcileCharges(deps, { startedSecondsAgo: 5 })
  return { reviewed, calls, lines }
}

test('a round without orders claims ten of each kind, and does nothing', async () => {
  expect(await round({})).toEqual({ reviewed: 0, calls: claims, lines: [] })
})

test('a charge that was put off is sent again, and does not count as reviewed', async () => {
  const charge = [{ kind: 'declined', reason: 'Do not honor', paymentId: null }] as const
  const { reviewed, calls, lines } = await round({ deferred: [deferred], charge })
  expect(reviewed).toBe(0)
  expect(calls).toEqual([
    ...claims,
    charged,
    ['settleUnpaid', orderId, { state: 'declined', reason: 'Do not honor' }],
  ])
  expect(lines).toEqual([['info', 'payment.charge_repeated', { code, chargeState: 'declined' }]])
})

test('an unsettled order is settled from the record, as upkeep', async () => {
  const { reviewed, calls, lines } = await round({ unsettled: [settling], payments: [[succeeded]] })
  expect(reviewed).toBe(1)
  expect(calls.slice(2).map(([name]) => name)).toEqual(['findPayments', 'markPaid'])
  expect(calls[2]?.[4]).toEqual({ orderId, share: 'upkeep' })
  expect(lines).toEqual([
    ['info', 'order.paid', { code, paymentId: 'pi_1', amountCents: 800 }],
    ['info', 'payment.reconciled', { code, outcome: 'paid' }],
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
])('a review that fails is logged with level %s and holds up no other', async (...given) => {
  const [level, event, error, facts] = given
  const { reviewed, calls, lines } = await round({
    unsettled: [settling, other],
    payments: [error, []],
  })
  expect(reviewed).toBe(2)
  expect(calls.slice(2).map(([name, subject]) => [name, subject])).toEqual([
    ['findPayments', code],
    ['findPayments', other.code],
    ['settleUnpaid', other.id],
  ])
  expect(lines).toEqual(
    expect.arrayContaining([
      [level, event, facts],
      ['info', 'payment.reconciled', { code: other.code, outcome: 'unpaid' }],
    ]),
  )
  expect(lines).toHaveLength(2)
})

test('a repeated charge that fails is logged, and the reviews go on', async () => {
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
  expect(lines).toHaveLength(2)
})
