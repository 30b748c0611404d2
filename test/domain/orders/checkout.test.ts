// The hosted checkout of an order: the request that opens it, and when it is closed (decisions.md 12 and 38).
import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import {
  chargeDescription,
  closeCheckout,
  isReplaceable,
  openCheckout,
} from '../../../server/domain/orders/charge/checkout.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import {
  CustomerMissing,
  type Payments,
  type ProcessorPayment,
  ProcessorUnavailable,
} from '../../../server/domain/payments/ports.ts'
import { buyer, cart, checkout, code, orderId, type Stage, stage, unpaid } from './charge-stage.ts'

const url = 'https://pay.example/cs_1'
const paymentOf = (id: string): ProcessorPayment => ({
  paymentId: paymentIdOf(id),
  status: 'succeeded',
  amountCents: 800,
  reason: null,
  createdAt: new Date('2026-11-21T10:01:00Z'),
})
const first = {
  orderId,
  orderCode: code,
  amountCents: 800,
  description: '3D print: PLA Black, 0.4 mm nozzle, 0.2 mm layers, 1 x cube.stl',
  customerId: 'cus_1',
  successUrl: 'https://shop.example/orders/SVC-AAAAAA?paid=1',
  cancelUrl: 'https://shop.example/orders/SVC-AAAAAA/pay',
  attempt: 'first',
}

describe('a checkout that is opened', () => {
  const open = async (order: Order, given: Stage = {}) => {
    const { deps, calls } = stage(given)
    return {
      result: await openCheckout(deps, order, { payer: 'owner', purpose: { accountId: buyer } }),
      calls,
    }
  }

  test('covers the full order, leads back to its pages, and is linked to it', async () => {
    const { result, calls } = await open(unpaid)
    expect(result).toBe(url)
    expect(calls).toStrictEqual([
      ['openCheckout', first, { accountId: buyer }],
      ['saveCheckout', orderId, { sessionId: 'cs_1', url, previous: null }],
    ])
  })

  test('after another one names its predecessor, so that a repeated request opens the same checkout', async () => {
    const { calls } = await open({ ...unpaid, checkout: { sessionId: 'cs_0', url: null } })
    expect(calls[0]).toStrictEqual([
      'openCheckout',
      { ...first, attempt: 'after-cs_0' },
      { accountId: buyer },
    ])
  })

  test('of several models counts parts and models, and excludes the gift card’s part', async () => {
    const { calls } = await open(cart)
    expect(calls[0]).toMatchObject([
      'openCheckout',
      {
        amountCents: 500,
        description: '3D prints: 3 parts of 2 models, order CART-AAAAAA',
        successUrl: 'https://shop.example/orders/CART-AAAAAA?paid=1',
      },
      { accountId: buyer },
    ])
  })

  test('of a website order with one model describes the model', async () => {
    const web = cart.web === null ? null : { ...cart.web, lineCount: 1 }
    const { calls } = await open({ ...cart, web, options: unpaid.options })
    expect(calls[0]).toMatchObject([
      'openCheckout',
      { description: first.description },
      { accountId: buyer },
    ])
  })

  test('without a page is linked nevertheless', async () => {
    const { result, calls } = await open(unpaid, { opened: { ...checkout, url: null } })
    expect(result).toBeNull()
    expect(calls[1]).toEqual([
      'saveCheckout',
      orderId,
      { sessionId: 'cs_1', url: null, previous: null },
    ])
  })

  test('creates the customer of an account that has none', async () => {
    const { calls } = await open(unpaid, { customerId: null })
    expect(calls.slice(0, 3)).toStrictEqual([
      ['createCustomer', buyer, 'buyer@example.com'],
      ['linkCustomer', buyer, 'cus_created'],
      ['openCheckout', { ...first, customerId: 'cus_linked' }, { accountId: buyer }],
    ])
  })

  test('by a guest names no customer, and none is created', async () => {
    const { deps, calls } = stage({ customerId: null })
    expect(await openCheckout(deps, unpaid, { payer: 'guest', purpose: 'pages' })).toBe(url)
    expect(calls).toStrictEqual([
      ['openCheckout', { ...first, customerId: null }, 'pages'],
      ['saveCheckout', orderId, { sessionId: 'cs_1', url, previous: null }],
    ])
  })

  test('that another request has opened first is closed, because both could be paid', async () => {
    const { result, calls } = await open(unpaid, { saved: false })
    expect(result).toBeNull()
    expect(calls.at(-1)).toEqual(['expireCheckout', 'cs_1'])
  })

  test('for a deleted customer is opened for a new customer', async () => {
    const { deps: staged, calls } = stage()
    const responses = [new CustomerMissing('HTTP 400', 'No such customer'), checkout]
    const openCheckoutAtProcessor: Payments['openCheckout'] = async (...args) => {
      calls.push(['openCheckout', ...args])
      const response = responses.shift()
      if (response === undefined || response instanceof Error) throw response
      return response
    }
    const payments = { ...staged.payments, openCheckout: openCheckoutAtProcessor }
    const deps = { ...staged, payments }
    const purpose = { accountId: buyer }
    expect(await openCheckout(deps, unpaid, { payer: 'owner', purpose })).toBe(url)
    expect(calls.slice(0, 4)).toStrictEqual([
      ['openCheckout', first, purpose],
      ['createCustomer', buyer, 'buyer@example.com', 'cus_1'],
      ['replaceCustomer', buyer, { former: 'cus_1', created: 'cus_created' }],
      ['openCheckout', { ...first, customerId: 'cus_replaced' }, purpose],
    ])
  })

  test('at an unavailable processor is not linked', async () => {
    const { deps, calls } = stage({ opened: new ProcessorUnavailable('away') })
    await expect(openCheckout(deps, unpaid, { payer: 'owner', purpose: 'pages' })).rejects.toThrow(
      'away',
    )
    expect(calls).toStrictEqual([['openCheckout', first, 'pages']])
  })
})

describe('a checkout that replaces another one', () => {
  test.each([
    ['that is open', 'open', null, false],
    ['that has expired', 'expired', null, true],
    ['that was paid', 'complete', 'succeeded', false],
    ['whose payment is under way', 'complete', 'processing', false],
    ['whose payment was refunded in full', 'complete', 'failed', true],
    ['that is complete without a payment', 'complete', null, false],
    ['that is open after a card was declined', 'open', 'failed', false],
  ] as const)('%s', (_, status, paymentStatus, expected) => {
    const payment = paymentStatus && { ...paymentOf('pi_1'), status: paymentStatus }
    expect(isReplaceable({ ...checkout, status, payment })).toBe(expected)
  })
})

describe('a checkout that is no longer wanted', () => {
  const linked: Order = { ...unpaid, checkout: { sessionId: 'cs_1', url: null } }
  const read = ['readCheckout', 'cs_1', 'upkeep']
  const expired = ['expireCheckout', 'cs_1']
  const close = async (paidBy: string | null, given: Stage = {}, order = linked) => {
    const { deps, calls, lines } = stage(given)
    await closeCheckout(deps, order, paidBy)
    return { calls, lines }
  }

  test.each([null, 'pi_1'])('is closed while it is open; the order was paid by %p', async (by) => {
    expect(await close(by)).toEqual({ calls: [read, expired], lines: [] })
  })

  test('is closed when it contains another payment', async () => {
    const present = { ...checkout, payment: paymentOf('pi_2') }
    expect((await close('pi_1', { present })).calls).toEqual([read, expired])
    expect((await close(null, { present })).calls).toEqual([read, expired])
  })

  test('stays unchanged when its payment paid the order', async () => {
    const present = { ...checkout, payment: paymentOf('pi_1') }
    expect(await close('pi_1', { present })).toEqual({ calls: [read], lines: [] })
  })

  test.each(['complete', 'expired'] as const)('stays unchanged once it is %s', async (status) => {
    const present = { ...checkout, status, payment: paymentOf('pi_2') }
    expect(await close('pi_1', { present })).toEqual({ calls: [read], lines: [] })
    expect(await close(null, { present })).toEqual({ calls: [read], lines: [] })
  })

  test('is not requested when the order has none', async () => {
    expect(await close(null, {}, unpaid)).toEqual({ calls: [], lines: [] })
  })

  test('stays open while the processor is unavailable, which never fails the closing action', async () => {
    const present = new ProcessorUnavailable('away')
    const { calls, lines } = await close(null, { present })
    expect(calls).toEqual([read])
    const facts = { code, error: 'ProcessorUnavailable: away' }
    expect(lines).toEqual([['warn', 'order.checkout_stayed_open', facts]])
  })
})

test('a description has at most 500 characters, and an emoji counts as one', () => {
  const described = (fileName: string) =>
    chargeDescription({ ...unpaid, file: { ...unpaid.file, fileName } })
  const before = '3D print: PLA Black, 0.4 mm nozzle, 0.2 mm layers, 1 x '
  const left = 500 - before.length
  expect(described('x'.repeat(left))).toBe(before + 'x'.repeat(left))
  expect(described('🧊'.repeat(left + 1))).toBe(before + '🧊'.repeat(left))
})
