// The pay page: its limits, its calls before it opens a checkout, and the checkout that the payer is sent to
// (decisions.md 12).

import { describe, expect, test } from 'bun:test'
import { type AccountId, accountIdOf } from '../../../server/domain/base/caller.ts'
import { openPayment, readPayState } from '../../../server/domain/orders/settle/pay-order.ts'
import {
  ProcessorBusy,
  type ProcessorPayment,
  ProcessorRefused,
  ProcessorUnavailable,
} from '../../../server/domain/payments/ports.ts'
import { payment } from '../../../testing/orders.ts'
import {
  code,
  dueAt,
  openedCheckout,
  orderId,
  paid,
  payable,
  type Stage,
  settling,
  stage,
  succeeded,
} from './settle-stage.ts'

const page = { code, address: '192.0.2.1' }
const byAddress = ['consume', 'payment-page', '192.0.2.1', 120, 60]
const byOrder = ['consume', 'payment-opening', code, 12, 60]
const read = ['readByCode', code]
const claimed = ['claimLookup', orderId, 5]
const since = new Date('2026-11-21T09:59:00Z')
const asked = ['findPayments', code, 'cus_1', since, { orderId, purpose: 'pages' }]
const released = ['releaseLookup', orderId]
/** Calls before a checkout is opened. */
const reviewed = [byAddress, read, byOrder, asked, read]
const looked = ['readCheckout', 'cs_0', 'pages']
/** Calls before a further checkout is opened. */
const reviewedWith = [byAddress, read, byOrder, looked, asked, read]
const withCheckout = { ...payable, checkout: { sessionId: 'cs_0', url: null } }
const opens = (attempt: string, customerId: string | null = null) => [
  [
    'openCheckout',
    {
      orderId,
      orderCode: code,
      amountCents: 800,
      description: '3D print: PLA Black, 0.4 mm nozzle, 0.2 mm layers, 1 x cube.stl',
      customerId,
      successUrl: `https://shop.example/orders/${code}?paid=1`,
      cancelUrl: `https://shop.example/orders/${code}/pay`,
      attempt,
    },
    'pages',
  ],
  [
    'saveCheckout',
    orderId,
    {
      sessionId: 'cs_1',
      url: 'https://pay.example/cs_1',
      previous: attempt === 'first' ? null : 'cs_0',
    },
  ],
]

const busy = new ProcessorBusy('busy')
const away = new ProcessorUnavailable('away')
const broken = new Error('broken')
const isBusy = { ok: false, failure: { kind: 'processor_busy', retryAfterSeconds: 10 } }
const isAway = { ok: false, failure: { kind: 'processor_unavailable' } }
const notFound = { ok: false, failure: { kind: 'order_not_found' } }
const fullLimit = (scope: string) => ({
  ok: false,
  failure: {
    kind: 'rate_limited',
    scope,
    message: 'Generation limit reached. Please try again later.',
    retryAfterSeconds: 7,
  },
})

const shown = async (given: Stage) => {
  const { deps, calls, lines } = stage({ stored: [payable], ...given })
  const result: unknown = await readPayState(deps, page)
  return { result, calls, lines }
}
const pressed = async (given: Stage, accountId: AccountId | null = null) => {
  const { deps, calls, lines } = stage({ stored: [payable], ...given })
  const result: unknown = await openPayment(deps, { ...page, accountId })
  return { result, calls, lines }
}
const url = (to: string | null) => ({ ok: true, value: { url: to } })

describe('the page', () => {
  test('reviews an unpaid order once in five seconds', async () => {
    const after = { ...payable, version: 2 }
    const { result, calls } = await shown({ stored: [payable, after] })
    expect(result).toEqual({ ok: true, value: { order: after, lookup: 'fresh' } })
    expect(calls).toEqual([byAddress, read, claimed, asked, read])
  })

  test('shows the last known state within them', async () => {
    const { result, calls } = await shown({ mayReview: false })
    expect(result).toEqual({ ok: true, value: { order: payable, lookup: 'cached' } })
    expect(calls).toEqual([byAddress, read, claimed])
  })

  test('is limited by address, before anything is read', async () => {
    const { result, calls } = await shown({ used: 'payment-page' })
    expect(result).toEqual(fullLimit('payment-page'))
    expect(calls).toEqual([byAddress])
  })

  test('does not exist for an unknown code', async () => {
    const { result, calls } = await shown({ stored: [null] })
    expect(result).toEqual(notFound)
    expect(calls).toEqual([byAddress, read])
  })

  test('reports an unavailable processor, and shows the last state when its budget is used up', async () => {
    expect((await shown({ payments: [away] })).result).toEqual(isAway)
    const { result, lines } = await shown({ payments: [busy] })
    expect(result).toEqual({ ok: true, value: { order: payable, lookup: 'busy' } })
    expect(lines).toEqual([['warn', 'payment.review_without_budget', { code }]])
  })

  test('fails for an error of the service', async () => {
    await expect(shown({ payments: [broken] })).rejects.toThrow('broken')
  })
})

describe('the button', () => {
  test('opens the first checkout, which may be reviewed immediately', async () => {
    const { result, calls } = await pressed({})
    expect(result).toEqual(url('https://pay.example/cs_1'))
    expect(calls).toEqual([...reviewed, ...opens('first'), released])
  })

  test('leads to the open checkout', async () => {
    const { result, calls } = await pressed({ stored: [withCheckout] })
    expect(result).toEqual(url('https://pay.example/cs_1'))
    expect(calls).toEqual([...reviewedWith, looked, released])
  })

  test('replaces a checkout that has expired', async () => {
    const checkout = [{ ...openedCheckout, status: 'expired' } as const]
    const { result, calls } = await pressed({ stored: [withCheckout], checkout })
    expect(result).toEqual(url('https://pay.example/cs_1'))
    expect(calls).toEqual([...reviewedWith, looked, ...opens('after-cs_0'), released])
  })

  test('opens a checkout as the customer for the signed-in owner alone', async () => {
    const { calls } = await pressed({}, payable.accountId)
    expect(calls).toEqual([...reviewed, ...opens('first', 'cus_1'), released])
    const other = await pressed({}, accountIdOf('another'))
    expect(other.calls).toEqual([...reviewed, ...opens('first'), released])
  })

  test('closes the owner’s checkout before a guest pays', async () => {
    const ofOwner = { ...openedCheckout, isGuest: false }
    const stored = [withCheckout]
    const closed = { ...ofOwner, status: 'expired' } as const
    const checkout = [ofOwner, ofOwner, closed]
    const { result, calls } = await pressed({ stored, checkout })
    expect(result).toEqual(url('https://pay.example/cs_1'))
    expect(calls).toEqual([
      ...reviewedWith,
      looked,
      ['expireCheckout', 'cs_0'],
      looked,
      ...opens('after-cs_0'),
      released,
    ])
    // The owner continues with it.
    const owner = await pressed({ stored, checkout }, payable.accountId)
    expect(owner.calls).toEqual([...reviewedWith, looked, released])
  })

  test('does not open a second checkout when the first was paid before it could be closed', async () => {
    const ofOwner = { ...openedCheckout, isGuest: false }
    const won = { ...ofOwner, status: 'complete', payment: succeeded } as const
    const { result, calls } = await pressed({
      stored: [withCheckout],
      checkout: [ofOwner, ofOwner, won],
    })
    expect(result).toEqual(url(null))
    expect(calls.map(([name]) => name)).not.toContain('openCheckout')
    expect(calls.map(([name]) => name)).toContain('markPaid')
  })

  test.each([
    ['limited by address', 'payment-page', [byAddress]],
    ['limited by order', 'payment-opening', [byAddress, read, byOrder]],
  ])('is %s, and then sends nothing to the processor', async (_, used, made) => {
    const { result, calls } = await pressed({ used })
    expect(result).toEqual(fullLimit(used))
    expect(calls).toEqual(made)
  })

  test('does not exist for an unknown code, and is counted against no order', async () => {
    const { result, calls } = await pressed({ stored: [null] })
    expect(result).toEqual(notFound)
    expect(calls).toEqual([byAddress, read])
  })

  test.each([
    ['that is paid', paid],
    ['whose charge is settling', settling],
    [
      'with a payment under way',
      { ...payable, payment: payment({ chargeState: 'declined', isPending: true }) },
    ],
    ['that is cancelled', { ...payable, status: 'CANCELLED' }],
  ] as const)('opens nothing for an order %s after the review', async (_, after) => {
    const { result, calls } = await pressed({ stored: [payable, after] })
    expect(result).toEqual(url(null))
    expect(calls).toEqual(reviewed)
  })

  test('opens nothing without a review', async () => {
    const { result, calls } = await pressed({ payments: [busy] })
    expect(result).toEqual(isBusy)
    expect(calls).toEqual([byAddress, read, byOrder, asked])
  })

  test.each([
    ['without budget', busy, isBusy],
    ['away', away, isAway],
    [
      'refusing',
      new ProcessorRefused('HTTP 400', 'Not available'),
      { ok: false, failure: { kind: 'processor_refused', reason: 'Not available' } },
    ],
  ])('reports a processor that is %s, at each step', async (_, error, expected) => {
    const reading = await pressed({
      stored: [withCheckout],
      checkout: [openedCheckout, error],
    })
    expect(reading.result).toEqual(expected)
    expect(reading.calls).toEqual([...reviewedWith, looked])
    const opening = await pressed({ opened: [error] })
    expect(opening.result).toEqual(expected)
    expect(opening.calls).toEqual([...reviewed, ...opens('first').slice(0, 1)])
  })

  test('fails for an error of the service', async () => {
    await expect(pressed({ opened: [broken] })).rejects.toThrow('broken')
  })
})

describe('a checkout that was completed after the review', () => {
  const before = [...reviewedWith, looked]
  const completed = async (processorPayment: ProcessorPayment | null) => {
    const checkout = [
      openedCheckout,
      { ...openedCheckout, status: 'complete', payment: processorPayment } as const,
    ]
    return await pressed({ stored: [withCheckout], checkout })
  }

  test('pays the order with the amount of its payment', async () => {
    const { result, calls } = await completed({ ...succeeded, amountCents: 750 })
    expect(result).toEqual(url(null))
    expect(calls).toEqual([
      ...before,
      ['markPaid', code, { paymentId: 'pi_1', amountCents: 750, dueAt, placedOrder: withCheckout }],
      released,
    ])
  })

  test('and refunded in full pays nothing, and is replaced', async () => {
    const { result, calls } = await completed({ ...succeeded, status: 'failed' })
    expect(result).toEqual(url('https://pay.example/cs_1'))
    expect(calls).toEqual([...before, ...opens('after-cs_0'), released])
  })

  test.each([
    ['without a payment', null],
    ['whose payment is under way', { ...succeeded, status: 'processing' }],
  ] as const)('is awaited %s', async (_, processorPayment) => {
    const { result, calls } = await completed(processorPayment)
    expect(result).toEqual(url(null))
    expect(calls).toEqual([...before, released])
  })
})
