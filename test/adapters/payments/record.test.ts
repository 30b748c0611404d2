// The adapter's reading of the processor's record, and its result when the record is unavailable.

import { beforeEach, describe, expect, test } from 'bun:test'
import { createStripePayments } from '../../../server/adapters/payments/stripe.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { type OrderId, orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import type { ChargeCard } from '../../../server/domain/orders/record/payment.ts'
import {
  type CallPurpose,
  CustomerMissing,
  ProcessorBusy,
  ProcessorUnavailable,
} from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'
import {
  paymentsAt,
  SECRET_KEY,
  type Stage,
  startStage,
  WEBHOOK_SECRET,
} from '../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
beforeEach(() => stage.standIn.control.clearFaults())

const since = () => new Date(stage.now().getTime() - 60_000)
const urls = {
  successUrl: 'http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost:3000/no',
}

function charge(orderCode: string, customer: ChargeCard) {
  return stage.payments.chargeSavedCard({
    orderId: orderIdOf(`id-${orderCode}`),
    orderCode,
    amountCents: 700,
    description: 'a part',
    ...customer,
  })
}

describe('findPaymentsOfOrders', () => {
  test('returns the payments of each order, newest first, and omits orders without any', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    const codes = ['SVC-MANY1', 'SVC-MANY2', 'SVC-MANY0']
    for (const code of codes.slice(0, 2)) await charge(code, customer)
    const named = codes.map((orderCode) => ({ orderId: orderIdOf(`id-${orderCode}`), orderCode }))
    const found = await stage.payments.findPaymentsOfOrders(named, customer.customerId, since())
    expect([...found.keys()].toSorted()).toEqual(['id-SVC-MANY1', 'id-SVC-MANY2'])
    for (const payments of found.values()) {
      expect(payments).toMatchObject([{ status: 'succeeded', amountCents: 700 }])
    }
  })
})

describe('findPayments', () => {
  test('returns nothing for an order that never reached the processor', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    await charge('SVC-OTHER', customer)
    expect(await stage.payments.findPayments('SVC-NONE', customer.customerId, since())).toEqual([])
  })

  test('throws for a customer that the processor does not have instead of returning an empty list', async () => {
    const search = stage.payments.findPayments('SVC-NONE', customerIdOf('cus_unknown'), since())
    await expect(search).rejects.toThrow(CustomerMissing)
  })

  test('without a customer, reads only the requested period', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    await charge('SVC-TIMES', customer)
    const find = (from: number, until: number) =>
      stage.payments.findPayments('SVC-TIMES', null, new Date(stage.now().getTime() + from), {
        until: new Date(stage.now().getTime() + until),
      })
    const hour = 3_600_000
    expect(await find(-hour, hour)).toMatchObject([{ status: 'succeeded' }])
    expect(await find(-2 * hour, -hour)).toEqual([])
    expect(await find(hour, 2 * hour)).toEqual([])
  })

  test('matches payments by id if they name one, and by code otherwise', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    await charge('SVC-LOST', customer)
    const find = (code: string, orderId?: OrderId) =>
      stage.payments.findPayments(
        code,
        customer.customerId,
        since(),
        orderId === undefined ? {} : { orderId },
      )
    expect(await find('SVC-NEW', orderIdOf('id-SVC-LOST'))).toMatchObject([{ status: 'succeeded' }])
    expect(await find('SVC-LOST', orderIdOf('id-of-another-order'))).toEqual([])
    expect(await find('SVC-LOST')).toMatchObject([{ status: 'succeeded' }])
    await stage.call('POST', '/v1/payment_intents', {
      amount: '700',
      currency: 'usd',
      customer: customer.customerId,
      payment_method: customer.paymentMethodId,
      confirm: 'true',
      'metadata[order_code]': 'SVC-PLAIN',
    })
    expect(await find('SVC-PLAIN', orderIdOf('any-id'))).toMatchObject([{ status: 'succeeded' }])
    const checkout = await stage.payments.openCheckout({
      orderId: orderIdOf('id-SVC-LINK'),
      orderCode: 'SVC-LINK',
      amountCents: 700,
      description: 'a part',
      customerId: customer.customerId,
      attempt: 'first',
      ...urls,
    })
    await visitHostedPage(checkout.url ?? '', { number: '4242424242424242' })
    expect(await find('SVC-NEW', orderIdOf('id-SVC-LINK'))).toMatchObject([{ status: 'succeeded' }])
    expect(await find('SVC-LINK', orderIdOf('id-of-another-order'))).toEqual([])
  })

  test('a decline has the words of the card', async () => {
    const customer = await stage.customerWith('pm_card_chargeCustomerFail')
    await charge('SVC-DECLINE', customer)
    expect(
      await stage.payments.findPayments('SVC-DECLINE', customer.customerId, since()),
    ).toMatchObject([{ status: 'failed', amountCents: 700, reason: 'Your card was declined.' }])
  })

  test('a demand for 3-D Secure has the fixed words of this service', async () => {
    const customer = await stage.customerWith('pm_card_authenticationRequired')
    await charge('SVC-SECURE', customer)
    expect(
      await stage.payments.findPayments('SVC-SECURE', customer.customerId, since()),
    ).toMatchObject([{ status: 'failed', reason: 'Payment requires_action' }])
  })

  test('returns the declined charge and the paid checkout, newest first', async () => {
    const customer = await stage.customerWith('pm_card_chargeCustomerFail')
    await charge('SVC-BOTH', customer)
    stage.advance(2)
    const checkout = await stage.payments.openCheckout({
      orderId: orderIdOf('id-SVC-BOTH'),
      orderCode: 'SVC-BOTH',
      amountCents: 700,
      description: 'a part',
      customerId: customer.customerId,
      attempt: '1',
      ...urls,
    })
    await visitHostedPage(checkout.url ?? '', { number: '4242424242424242' })
    const found = await stage.payments.findPayments('SVC-BOTH', customer.customerId, since())
    expect(found.map((payment) => payment.status)).toEqual(['succeeded', 'failed'])
    const paid = await stage.payments.readCheckout(checkout.sessionId)
    expect(paid).toMatchObject({ status: 'complete', url: null })
    expect(paid.payment?.paymentId).toBe(found[0]?.paymentId ?? paymentIdOf('missing'))
  })

  test('finds a checkout without a customer', async () => {
    const checkout = await stage.payments.openCheckout({
      orderId: orderIdOf('id-GUEST'),
      orderCode: 'SVC-GUEST',
      amountCents: 900,
      description: 'a part',
      customerId: null,
      attempt: '1',
      ...urls,
    })
    await visitHostedPage(checkout.url ?? '', { number: '5555555555554444' })
    expect(await stage.payments.findPayments('SVC-GUEST', null, since())).toMatchObject([
      { status: 'succeeded', amountCents: 900 },
    ])
  })

  test('a fully refunded payment does not count as paid', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    const outcome = await charge('SVC-BACK', customer)
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    await refundFully(stage.payments, outcome.paymentId)
    expect(
      await stage.payments.findPayments('SVC-BACK', customer.customerId, since()),
    ).toMatchObject([{ status: 'failed', reason: 'Payment refunded' }])
  })

  test('a partial refund leaves the payment paid', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    const outcome = await charge('SVC-PART', customer)
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    const fields = { payment_intent: outcome.paymentId, amount: '100' }
    expect((await stage.call('POST', '/v1/refunds', fields)).status).toBe(200)
    expect(
      await stage.payments.findPayments('SVC-PART', customer.customerId, since()),
    ).toMatchObject([{ status: 'succeeded', reason: null }])
  })

  test('reads every page of a busy customer', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    await charge('SVC-FIRST', customer)
    for (let index = 0; index < 205; index += 1) {
      const fields = { amount: '500', currency: 'usd', customer: customer.customerId }
      await stage.call('POST', '/v1/payment_intents', fields)
    }
    expect(
      await stage.payments.findPayments('SVC-FIRST', customer.customerId, since()),
    ).toMatchObject([{ status: 'succeeded' }])
  })

  test('omits payments older than the requested period (minus five minutes of clock skew)', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    await charge('SVC-OLD', customer)
    const find = (from: Date) => stage.payments.findPayments('SVC-OLD', customer.customerId, from)
    const later = (seconds: number) => new Date(stage.now().getTime() + seconds * 1000)
    expect(await find(later(290))).toHaveLength(1)
    expect(await find(later(310))).toHaveLength(0)
  })
})

describe('an unavailable processor', () => {
  const reads: [string, (at: Stage['payments']) => Promise<unknown>][] = [
    ['findPayments', (at) => at.findPayments('SVC-X', null, new Date(0))],
    ['readCheckout', (at) => at.readCheckout('cs_test_1')],
    ['expireCheckout', (at) => at.expireCheckout('cs_test_1')],
    ['createCustomer', (at) => at.createCustomer(accountId, 'a@example.com')],
    ['openCardSetup', (at) => at.openCardSetup({ customerId: customerIdOf('cus_1'), ...urls })],
    ['readCardSetup', (at) => at.readCardSetup('cs_test_1')],
    [
      'openCheckout',
      (at) =>
        at.openCheckout({
          orderId: orderIdOf('o'),
          orderCode: 'SVC-X',
          amountCents: 100,
          description: 'd',
          customerId: null,
          attempt: '1',
          ...urls,
        }),
    ],
  ]
  const accountId = '6c1f4a52-0000-4000-8000-000000000001' as Parameters<
    Stage['payments']['createCustomer']
  >[0]

  const failing = async (response: (request: Request) => Response, payments = paymentsAt) => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: response })
    return { server, at: payments(server.url.origin, undefined, { maxNetworkRetries: 0 }) }
  }

  test.each(reads)('%s throws ProcessorUnavailable when nothing answers', async (_name, read) => {
    const { server, at } = await failing(() => new Response())
    await server.stop(true)
    await expect(read(at)).rejects.toBeInstanceOf(ProcessorUnavailable)
  })

  test.each(reads)('%s throws ProcessorUnavailable on a 500', async (_name, read) => {
    const error = { type: 'api_error', message: 'boom' }
    const { server, at } = await failing(() => Response.json({ error }, { status: 500 }))
    await expect(read(at)).rejects.toBeInstanceOf(ProcessorUnavailable)
    await server.stop(true)
  })

  test.each(reads)('%s throws ProcessorUnavailable on an invalid body', async (_name, read) => {
    const { server, at } = await failing(() => Response.json({ ok: true }))
    await expect(read(at)).rejects.toBeInstanceOf(ProcessorUnavailable)
    await server.stop(true)
  })

  const failureOf = async (call: Promise<unknown>): Promise<Error> => {
    try {
      await call
    } catch (error) {
      if (error instanceof Error) return error
    }
    throw new Error('it did not fail')
  }

  test.each(reads)('%s shows no key when the key is refused', async (_name, read) => {
    const at = paymentsAt(stage.standIn.baseUrl, undefined, {
      secretKey: 'sk_test_wrongkey00000000000000',
    })
    const error = await failureOf(read(at))
    expect(error).toBeInstanceOf(ProcessorUnavailable)
    expect(error.message).toContain('HTTP 401')
    expect(Bun.inspect(error)).not.toContain('sk_test')
  })
})

describe('within a budget', () => {
  /** Creates the adapter with `calls` calls left in the budget, and records its requests to the budget. */
  function paymentsWith(calls: number) {
    let left = calls
    const asked: (readonly [CallPurpose, number, 'list' | 'other'])[] = []
    const payments = createStripePayments({
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      marker: 'test',
      apiBase: stage.standIn.baseUrl,
      timeoutMs: 5_000,
      clock: { now: stage.now },
      takeCalls: async (purpose, wanted, isList) => {
        asked.push([purpose, wanted, isList ? 'list' : 'other'])
        if (wanted > left) return false
        left -= wanted
        return true
      },
    })
    return { payments, asked }
  }
  const listCalls = async () =>
    (await stage.standIn.control.calls())
      .filter(({ endpoint }) => endpoint.startsWith('GET '))
      .reduce((sum, { calls }) => sum + calls, 0)

  test('a search takes its two calls together, or does not start', async () => {
    const { customerId } = await stage.customerWith('pm_card_visa')
    const { payments, asked } = paymentsWith(3)
    const before = await listCalls()
    expect(
      await payments.findPayments('SVC-NONE', customerId, since(), { purpose: 'upkeep' }),
    ).toEqual([])
    expect(await listCalls()).toBe(before + 2)
    const refused = payments.findPayments('SVC-NONE', customerId, since())
    await expect(refused).rejects.toBeInstanceOf(ProcessorBusy)
    expect(await listCalls()).toBe(before + 2)
    expect(asked).toEqual([
      ['upkeep', 2, 'list'],
      ['pages', 2, 'list'],
    ])
  })

  test('a started background search waits for the budget of its next pages', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    for (let number = 0; number < 101; number += 1) await charge(`SVC-P${number}`, customer)
    let refusals = 3
    const asked: number[] = []
    const waiting = createStripePayments({
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      marker: 'test',
      apiBase: stage.standIn.baseUrl,
      timeoutMs: 9_000,
      clock: { now: stage.now },
      takeCalls: async (_share, calls) => {
        asked.push(calls)
        if (asked.length === 1) return true
        refusals -= 1
        return refusals < 0
      },
    })
    const named = [{ orderId: orderIdOf('id-SVC-P0'), orderCode: 'SVC-P0' }]
    const found = await waiting.findPaymentsOfOrders(named, customer.customerId, since())
    expect([...found.keys()]).toEqual(['id-SVC-P0'])
    // Two pages of payments and one of checkouts: the first two calls together, the third singly, after three
    // refusals.
    expect(asked).toEqual([2, 1, 1, 1, 1])
  })

  test('a call that is repeated because of the rate limit uses the budget again', async () => {
    const { payments, asked } = paymentsWith(2)
    const fault = { method: 'GET', when: 'before', times: 'always' } as const
    await stage.standIn.control.fault({ ...fault, outcome: { status: 429 } })
    await expect(
      payments.readCheckout('cs_1', { accountId: accountIdOf('ada') }),
    ).rejects.toBeInstanceOf(ProcessorBusy)
    expect(asked).toEqual([
      [{ accountId: accountIdOf('ada') }, 1, 'other'],
      [{ accountId: accountIdOf('ada') }, 1, 'other'],
      [{ accountId: accountIdOf('ada') }, 1, 'other'],
    ])
  })

  test('a charge and refunds use no budget; the search for a refund uses one background call', async () => {
    const customer = await stage.customerWith('pm_card_visa')
    const { payments, asked } = paymentsWith(0)
    const charged = await payments.chargeSavedCard({
      orderId: orderIdOf('id-budget'),
      orderCode: 'SVC-BUDGET',
      amountCents: 700,
      description: 'a part',
      ...customer,
    })
    if (charged.kind !== 'succeeded') throw new Error(charged.kind)
    const { paymentId } = charged
    const part = {
      refundId: refundIdOf(crypto.randomUUID()),
      paymentId,
      amountCents: 300,
      reason: 'a scratch',
    }
    expect(await payments.refundPayment(part)).toMatchObject({ kind: 'succeeded' })
    await refundFully(payments, paymentId)
    expect(asked).toEqual([])
    await expect(payments.findRefund(part)).rejects.toBeInstanceOf(ProcessorBusy)
    expect(asked).toEqual([['upkeep', 1, 'list']])
    const page = { since: since(), after: null }
    await expect(payments.listMarked(page)).rejects.toBeInstanceOf(ProcessorBusy)
    expect(asked.at(-1)).toEqual(['upkeep', 1, 'list'])
  })
})
