// The outcome table of the saved-card charge: the response of the processor, and the outcome for the order.

import { beforeEach, describe, expect, test } from 'bun:test'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import type { ChargeRequest } from '../../../server/domain/payments/ports.ts'
import { paymentsAt, SECRET_KEY, startStage } from '../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
let number = 0
beforeEach(async () => {
  number += 1
  await stage.standIn.control.clearFaults()
})

/** Creates a charge of a new order for a customer with that saved card. */
async function requestFor(card: string, change: Partial<ChargeRequest> = {}) {
  const { customerId, paymentMethodId } = await stage.customerWith(card)
  return requestOf({ customerId, paymentMethodId, ...change })
}

const requestOf = (change: Partial<ChargeRequest>): ChargeRequest => ({
  orderId: orderIdOf(`order-${number}`),
  orderCode: `SVC-T${number}`,
  amountCents: 1999,
  description: 'PLA, Black, 0.4 mm nozzle, 0.2 mm layers, 1 x bracket.stl',
  customerId: customerIdOf('cus_unset'),
  paymentMethodId: paymentMethodIdOf('pm_unset'),
  ...change,
})

const chargesOf = (request: ChargeRequest) =>
  stage.standIn.control.charges({ orderCode: request.orderCode })

describe('a card with a definite outcome', () => {
  test('pays with one charge of the full amount, named after the order', async () => {
    const request = await requestFor('pm_card_visa')
    const outcome = await stage.payments.chargeSavedCard(request)
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
    expect(await chargesOf(request)).toEqual({
      succeeded: 1,
      declined: 0,
      amountCents: 1999,
      refundedCents: 0,
    })
    const { body } = await stage.call('GET', `/v1/payment_intents/${outcome.paymentId}`)
    expect(body).toMatchObject({
      status: 'succeeded',
      amount_received: 1999,
      currency: 'usd',
      customer: request.customerId,
      payment_method: request.paymentMethodId,
      description: request.description,
      metadata: {
        svc_service: 'print-orders@shop.test',
        order_code: request.orderCode,
        order_id: request.orderId,
      },
    })
  })

  test.each([
    ['pm_card_chargeDeclined', 'Your card was declined.', undefined],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'Your card has insufficient funds.',
      'insufficient_funds',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.', 'expired_card'],
  ] as const)('%s is declined with its message and code', async (card, reason, code) => {
    const { customerId } = await stage.customerWith('pm_card_visa')
    const request = requestOf({ customerId, paymentMethodId: paymentMethodIdOf(card) })
    const outcome = await stage.payments.chargeSavedCard(request)
    expect(outcome).toMatchObject({ kind: 'declined', reason })
    expect(outcome.kind === 'declined' && outcome.code).toBe(code)
    expect(outcome.kind === 'declined' && outcome.paymentId).toStartWith('pi_')
    expect(await chargesOf(request)).toMatchObject({ succeeded: 0, declined: 1, amountCents: 0 })
  })

  test('is declined although it could be saved', async () => {
    const request = await requestFor('pm_card_chargeCustomerFail')
    expect(await stage.payments.chargeSavedCard(request)).toMatchObject({
      kind: 'declined',
      reason: 'Your card was declined.',
    })
  })

  test.each([
    'pm_card_authenticationRequired',
    'pm_card_threeDSecure2Required',
    'pm_card_authenticationRequiredOnSetup',
  ])('%s requires 3-D Secure, which is impossible off-session', async (card) => {
    const request = await requestFor(card)
    expect(await stage.payments.chargeSavedCard(request)).toMatchObject({
      kind: 'declined',
      reason: 'Payment requires_action',
    })
    expect(await chargesOf(request)).toMatchObject({ succeeded: 0 })
  })

  test('a removed card is a refusal in the processor’s words, not a failure', async () => {
    const request = await requestFor('pm_card_visa')
    await stage.call('POST', `/v1/payment_methods/${request.paymentMethodId}/detach`)
    const outcome = await stage.payments.chargeSavedCard(request)
    expect(outcome).toMatchObject({ kind: 'declined', paymentId: null })
    expect(outcome.kind === 'declined' && outcome.reason).toContain('was detached from a Customer')
    expect(await chargesOf(request)).toMatchObject({ succeeded: 0, declined: 0 })
  })

  test('a charge of a customer or card that never existed is refused', async () => {
    const { customerId } = await stage.customerWith('pm_card_visa')
    expect(await stage.payments.chargeSavedCard(requestOf({ customerId }))).toEqual({
      kind: 'declined',
      reason: 'The card processor has no record of the saved card',
      paymentId: null,
      isCardGone: true,
    })
    const unsaved = requestOf({
      orderId: orderIdOf(`nobody-${number}`),
      paymentMethodId: paymentMethodIdOf('pm_card_visa'),
    })
    expect(await stage.payments.chargeSavedCard(unsaved)).toEqual({
      kind: 'declined',
      reason: 'The card processor has no record of the saved card',
      paymentId: null,
      isCardGone: true,
    })
  })
})

describe('repeats', () => {
  test('of the same order are the same charge, even for many concurrent requests', async () => {
    const request = await requestFor('pm_card_visa')
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => stage.payments.chargeSavedCard(request)),
    )
    const kinds = outcomes.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'succeeded')).toHaveLength(1)
    // Requests that arrived while the first one was running may not know its outcome.
    const others = new Set(['earlier_charge', 'unknown'])
    expect(new Set(kinds).difference(others)).toEqual(new Set(['succeeded']))
    const [payment] = outcomes.filter((outcome) => outcome.kind === 'succeeded')
    // The stored response would not show a later refund, so the record has to be read.
    expect(await stage.payments.chargeSavedCard(request)).toEqual({
      kind: 'earlier_charge',
      paymentId: payment?.paymentId ?? paymentIdOf(''),
    })
    expect(await chargesOf(request)).toMatchObject({ succeeded: 1, amountCents: 1999 })
  })

  test('a decline is stored: a repeat does not try the card again', async () => {
    const request = await requestFor('pm_card_chargeCustomerFail')
    const first = await stage.payments.chargeSavedCard(request)
    expect(await stage.payments.chargeSavedCard(request)).toEqual(first)
    expect(await chargesOf(request)).toMatchObject({ declined: 1 })
  })

  test('the same order with another amount, code or card is not charged again: an earlier charge exists', async () => {
    const request = await requestFor('pm_card_visa')
    await stage.payments.chargeSavedCard(request)
    const { paymentMethodId } = await requestFor('pm_card_mastercard')
    for (const change of [{ amountCents: 2000 }, { orderCode: 'SVC-OTHER' }, { paymentMethodId }]) {
      expect(await stage.payments.chargeSavedCard({ ...request, ...change })).toEqual({
        kind: 'earlier_charge',
        paymentId: null,
      })
    }
    expect(await chargesOf(request)).toMatchObject({ succeeded: 1, amountCents: 1999 })
    expect(await chargesOf({ ...request, orderCode: 'SVC-OTHER' })).toMatchObject({ succeeded: 0 })
  })

  test('an amount below the minimum of 50 cents is a bug and throws', async () => {
    const request = await requestFor('pm_card_visa', { amountCents: 49 })
    await expect(stage.payments.chargeSavedCard(request)).rejects.toThrow(/at least \$0\.50/)
  })
})

describe('responses that do not arrive', () => {
  const path = '/v1/payment_intents'
  const broken = (change: object) =>
    stage.standIn.control.fault({
      method: 'POST',
      path,
      when: 'before',
      outcome: 'reset',
      ...change,
    })

  const always = { times: 'always' } as const
  const busy = { status: 429 }
  test.each([
    [
      'one dead connection is repeated with the same key and pays once',
      { times: 1 },
      'succeeded',
      1,
    ],
    [
      'after one lost response the call is retried and charged once: the record shows the outcome',
      { times: 1, when: 'after' },
      'earlier_charge',
      1,
    ],
    [
      'a connection that stays dead before the processor: unknown, and nothing was charged',
      always,
      'unknown',
      0,
    ],
    ['a 409 that stays: unknown', { ...always, outcome: { status: 409 } }, 'unknown', 0],
    ['500 that stays: unknown', { ...always, outcome: { status: 500 } }, 'unknown', 0],
    ['502 that stays: unknown', { ...always, outcome: { status: 502 } }, 'unknown', 0],
    ['503 that stays: unknown', { ...always, outcome: { status: 503 } }, 'unknown', 0],
    [
      'too many requests, then room again: waits and pays',
      { times: 2, outcome: busy },
      'succeeded',
      1,
    ],
    [
      'too many requests for good: nothing happened, and the caller may send it again',
      { ...always, outcome: busy },
      'rate_limited',
      0,
    ],
  ] as const)('%s', async (_name, fault, kind, succeeded) => {
    const request = await requestFor('pm_card_visa')
    await broken(fault)
    const outcome = await stage.payments.chargeSavedCard(request)
    // Only a charge has fields other than its kind.
    if (kind === 'succeeded' || kind === 'earlier_charge') {
      expect(outcome).toMatchObject({ kind })
    } else {
      expect(outcome).toEqual({ kind })
    }
    expect(await chargesOf(request)).toMatchObject({ succeeded, declined: 0 })
  })

  test('without a response, the outcome is unknown, and the record has the one charge', async () => {
    const request = await requestFor('pm_card_visa')
    await broken({ times: 'always', when: 'after' })
    expect(await stage.payments.chargeSavedCard(request)).toEqual({ kind: 'unknown' })
    await stage.standIn.control.clearFaults()
    const since = new Date(Date.now() - 60_000)
    const [payment, ...more] = await stage.payments.findPayments(
      request.orderCode,
      request.customerId,
      since,
    )
    expect(more).toEqual([])
    expect(payment).toMatchObject({ status: 'succeeded', amountCents: 1999, reason: null })
    expect(await stage.payments.chargeSavedCard(request)).toEqual({
      kind: 'earlier_charge',
      paymentId: payment?.paymentId ?? paymentIdOf(''),
    })
    expect(await chargesOf(request)).toMatchObject({ succeeded: 1 })
  })

  test('without a server at the address, the outcome is unknown', async () => {
    const gone = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    const payments = paymentsAt(`http://127.0.0.1:${gone.port}`)
    await gone.stop(true)
    expect(await payments.chargeSavedCard(requestOf({}))).toEqual({ kind: 'unknown' })
  })

  test('after a timeout, the outcome is unknown, and the lock refuses the repeat with 409 meanwhile', async () => {
    const request = await requestFor('pm_card_visa')
    const payments = paymentsAt(
      stage.standIn.baseUrl,
      { now: stage.now },
      { timeoutMs: 150, maxNetworkRetries: 1 },
    )
    await broken({ times: 1, outcome: 'normal', latencyMs: 3_000 })
    expect(await payments.chargeSavedCard(request)).toEqual({ kind: 'unknown' })
  })

  test('after a 500 that follows the work, the stored 500 is replayed, so that only the record shows the charge', async () => {
    const request = await requestFor('pm_card_visa')
    await broken({ times: 1, when: 'after', outcome: { status: 500 } })
    expect(await stage.payments.chargeSavedCard(request)).toEqual({
      kind: 'earlier_charge',
      paymentId: null,
    })
    const since = new Date(Date.now() - 60_000)
    const found = stage.payments.findPayments(request.orderCode, request.customerId, since)
    expect(await found).toMatchObject([{ status: 'succeeded' }])
    expect(await chargesOf(request)).toMatchObject({ succeeded: 1 })
  })
})

describe('responses that only a scripted server returns', () => {
  /** Returns the outcome of the adapter against a server that always returns this response. */
  async function outcomeOf(response: () => Response) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: response })
    try {
      const payments = paymentsAt(server.url.origin, undefined, { maxNetworkRetries: 0 })
      return await payments.chargeSavedCard(requestOf({}))
    } finally {
      await server.stop(true)
    }
  }
  const intent = (status: string) => ({ id: 'pi_1', object: 'payment_intent', status })

  test.each(['requires_action', 'processing', 'requires_payment_method', 'requires_capture'])(
    'HTTP 200 with status %s is not paid',
    async (status) => {
      expect(await outcomeOf(() => Response.json(intent(status)))).toEqual({
        kind: 'declined',
        reason: `Payment ${status}`,
        paymentId: paymentIdOf('pi_1'),
        // The bank asks the cardholder to confirm.
        ...(status === 'requires_action' && { needsAuthentication: true }),
      })
    },
  )

  test('a decline in the recorded format keeps the message verbatim and names the intent', async () => {
    const error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'do_not_honor',
      message: 'Your card was declined. Ask “your bank”.',
      payment_intent: intent('requires_payment_method'),
    }
    expect(await outcomeOf(() => Response.json({ error }, { status: 402 }))).toEqual({
      kind: 'declined',
      reason: error.message,
      paymentId: paymentIdOf('pi_1'),
    })
  })

  test.each([
    ['a proxy error page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['a proxy error in JSON without an error field', () => Response.json({}, { status: 502 })],
    ['JSON null', () => Response.json(null)],
    ['an empty 200', () => new Response('')],
    ['half a body', () => new Response('{"id":"pi_1","object":"payment_in')],
    ['another object', () => Response.json({ id: 'x', object: 'customer', status: 'succeeded' })],
  ])('%s says nothing about the money: unknown', async (_name, response) => {
    expect(await outcomeOf(response)).toEqual({ kind: 'unknown' })
  })

  test('a key in use by another request leaves the outcome unknown', async () => {
    const error = {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    }
    expect(await outcomeOf(() => Response.json({ error }, { status: 409 }))).toEqual({
      kind: 'unknown',
    })
  })

  test.each(['parameter_unknown', 'payment_method_types_no_longer_supported'])(
    'an invalid call (%s) throws',
    async (code) => {
      const error = { type: 'invalid_request_error', code, message: 'Wrong call.' }
      await expect(outcomeOf(() => Response.json({ error }, { status: 400 }))).rejects.toThrow(code)
    },
  )

  test('a refused key throws without showing the key', async () => {
    const payments = paymentsAt(stage.standIn.baseUrl, undefined, {
      secretKey: 'sk_test_wrongkey00000000000000',
    })
    const error = await payments.chargeSavedCard(requestOf({})).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toContain('HTTP 401')
    expect(Bun.inspect(error)).not.toContain('sk_test')
    expect(Bun.inspect(error)).not.toContain(SECRET_KEY)
  })
})
