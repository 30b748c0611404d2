// The response to a submit, from the state of the order, and the first checkout of an unpaid one (contract.md 2.1).

import { describe, expect, test } from 'bun:test'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { submitResponseOf } from '../../../server/domain/orders/submit/respond.ts'
import { ProcessorBusy } from '../../../server/domain/payments/ports.ts'
import { payment } from '../../../testing/orders.ts'
import { buyer, checkout, code, orderId, paid, type Stage, stage, unpaid } from './charge-stage.ts'

const declined: Order = {
  ...unpaid,
  payment: payment({ chargeState: 'declined', reason: 'No funds' }),
}

const respond = async (order: Order, given: Stage = {}) => {
  const { deps, calls, lines } = stage(given)
  return { response: await submitResponseOf(deps, order), calls, lines }
}

describe('the response', () => {
  const facts = {
    code,
    printCents: 100,
    shippingCents: 700,
    totalCents: 800,
    gramsPerPart: 5,
    centihoursPerPart: 25,
    paymentPending: false,
    color: 'Black',
    offStock: null,
    size: { dimensionsMm: [20, 20, 20], unit: 'mm' } as const,
    reference: null,
  }

  test('of a paid order has no reason and no link, and opens nothing', async () => {
    const { response, calls } = await respond(paid)
    expect(response).toStrictEqual({
      ...facts,
      status: 'RECEIVED',
      paid: true,
      unpaidReason: null,
      unpaidCause: null,
      chargeState: 'succeeded',
      checkoutUrl: null,
    })
    expect(calls).toEqual([])
  })

  test('of a declined order has the reason and its first checkout', async () => {
    const { response, calls } = await respond(declined)
    expect(response).toStrictEqual({
      ...facts,
      status: 'PENDING_PAYMENT',
      paid: false,
      unpaidReason: 'No funds',
      unpaidCause: null,
      chargeState: 'declined',
      checkoutUrl: 'https://pay.example/cs_1',
      payUntil: '2026-12-21T10:00:00.000Z',
    })
    expect(calls).toMatchObject([
      ['openCheckout', { orderId, attempt: 'first' }, { accountId: buyer }],
      ['saveCheckout', orderId, { sessionId: 'cs_1' }],
    ])
  })

  test.each([
    ['started', false],
    ['unknown', false],
    ['declined', true],
  ] as const)(
    'while money may still arrive has no link: %s, pending %p',
    async (chargeState, paymentPending) => {
      const linked = { checkout: { sessionId: 'cs_0', url: 'https://pay.example/cs_0' } }
      const order: Order = {
        ...declined,
        ...linked,
        payment: payment({ chargeState, isPending: paymentPending }),
      }
      const { response, calls } = await respond(order)
      expect(response).toMatchObject({ chargeState, paymentPending, checkoutUrl: null })
      expect(calls).toEqual([])
    },
  )

  test('names the rates of a color that is not in stock', async () => {
    const options = { ...paid.options, color: 'Default' }
    const { response } = await respond({ ...paid, options })
    // decisions.md 4: $0.20 a gram, instead of $0.12 of PLA.
    const offStock = { centsPerGram: 20, stockCentsPerGram: 12 }
    expect(response).toMatchObject({ color: 'Default', offStock })
  })

  test('of another material names its rate', async () => {
    const options = { ...paid.options, material: 'asa', color: 'Default' } as const
    const { response } = await respond({ ...paid, options })
    expect(response.offStock).toEqual({ centsPerGram: 20, stockCentsPerGram: 14 })
  })
})

describe('a checkout', () => {
  test.each(['https://pay.example/cs_0', null])(
    'that is already open is reused: %p',
    async (checkoutUrl) => {
      const { response, calls } = await respond({
        ...declined,
        checkout: { sessionId: 'cs_0', url: checkoutUrl },
      })
      expect(response.checkoutUrl).toBe(checkoutUrl)
      expect(calls).toEqual([])
    },
  )

  test('without a page omits the link', async () => {
    const { response, lines } = await respond(declined, { opened: { ...checkout, url: null } })
    expect(response.checkoutUrl).toBeNull()
    expect(lines).toEqual([])
  })

  test.each([new ProcessorBusy('busy'), new Error('broken')])(
    'that cannot be opened leaves the order placed: %s',
    async (opened) => {
      const { response, calls, lines } = await respond(declined, { opened })
      expect(response).toMatchObject({ code, unpaidReason: 'No funds', checkoutUrl: null })
      expect(calls.map(([name]) => name)).toEqual(['openCheckout'])
      expect(lines).toEqual([['warn', 'order.no_checkout_link', { code, error: opened }]])
    },
  )
})
