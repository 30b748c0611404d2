// Refunds by operators through the adapter: once per id, the meaning of each response, and the content of the record.

import { beforeEach, describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import type { RefundRequest } from '../../../server/domain/payments/ports.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { paymentsAt, startStage } from '../../../testing/service/stripe-stand-in.ts'
import { use } from '../../../testing/use.ts'

const stage = use(startStage, ({ standIn }) => standIn.close())
beforeEach(() => stage.standIn.control.clearFaults())

let payments = 0
async function paid(): Promise<{ paymentId: PaymentId; orderCode: string }> {
  payments += 1
  const orderCode = `SVC-REFUND-${payments}`
  const customer = await stage.customerWith('pm_card_visa')
  const outcome = await stage.payments.chargeSavedCard({
    orderId: orderIdOf(`id-${orderCode}`),
    orderCode,
    amountCents: 800,
    description: 'a part',
    ...customer,
  })
  if (outcome.kind !== 'succeeded') throw new Error(outcome.kind)
  return { paymentId: outcome.paymentId, orderCode }
}

const request = (paymentId: PaymentId, changes: Partial<RefundRequest> = {}): RefundRequest => ({
  refundId: refundIdOf(crypto.randomUUID()),
  paymentId,
  amountCents: 300,
  reason: 'One part broke.',
  ...changes,
})
const refundedCents = async (orderCode: string) =>
  (await stage.standIn.control.charges({ orderCode })).refundedCents

test('a part and then the rest are refunded, each id once, even after the processor has dropped the key', async () => {
  const { paymentId, orderCode } = await paid()
  const part = request(paymentId)
  const first = await stage.payments.refundPayment(part)
  expect(first).toEqual({
    kind: 'succeeded',
    processorRefundId: expect.stringMatching(/^re_/),
    recordedCents: 300,
  })
  expect(await stage.payments.refundPayment(part)).toEqual(first)
  expect(await refundedCents(orderCode)).toBe(300)
  const rest = request(paymentId, { amountCents: 500 })
  expect(await stage.payments.refundPayment(rest)).toMatchObject({ kind: 'succeeded' })
  expect(await refundedCents(orderCode)).toBe(800)
})

test('a repeat reports that the bank has returned the refund since, and is unknown while that cannot be read', async () => {
  const { paymentId } = await paid()
  const part = request(paymentId)
  const made = await stage.payments.refundPayment(part)
  if (made.kind !== 'succeeded' || made.processorRefundId === null) throw new Error(made.kind)
  const { processorRefundId } = made
  await stage.standIn.control.settleRefund({ refund: processorRefundId, to: 'failed' })
  await stage.standIn.control.fault({
    method: 'GET',
    path: '/v1/refunds/*',
    when: 'before',
    times: 'always',
    outcome: { status: 500 },
  })
  expect(await stage.payments.refundPayment(part)).toEqual({ kind: 'unknown' })
  await stage.standIn.control.clearFaults()
  expect(await stage.payments.refundPayment(part)).toEqual({
    kind: 'failed',
    reason: expect.stringMatching(/^Refund /),
    processorRefundId,
  })
})

test('logs an unclear response, unless the processor is unavailable', async () => {
  const logged: unknown[] = []
  const logging = paymentsAt(stage.standIn.baseUrl, undefined, {
    maxNetworkRetries: 0,
    log: { error: (event, facts) => logged.push([event, facts]) },
  })
  const { paymentId } = await paid()
  const create = { method: 'POST', path: '/v1/refunds', when: 'before', times: 'always' } as const
  await stage.standIn.control.fault({ ...create, outcome: { status: 500 } })
  expect(await logging.refundPayment(request(paymentId))).toEqual({ kind: 'unknown' })
  expect(logged).toEqual([])
  await stage.standIn.control.clearFaults()
  await stage.standIn.control.fault({ ...create, outcome: { status: 401 } })
  expect(await logging.refundPayment(request(paymentId))).toEqual({ kind: 'unknown' })
  expect(logged).toEqual([
    ['refund.unclear', { error: expect.stringContaining('Stripe did not refund (HTTP 401') }],
  ])
})

test('a request with another amount under a used id returns the refund at the processor', async () => {
  const { paymentId, orderCode } = await paid()
  const part = request(paymentId)
  const made = await stage.payments.refundPayment(part)
  const other = { ...part, amountCents: 500, reason: 'Another part broke.' }
  expect(await stage.payments.refundPayment(other)).toEqual(made)
  expect(await refundedCents(orderCode)).toBe(300)
  await stage.standIn.control.fault({
    method: 'GET',
    path: '/v1/refunds',
    when: 'before',
    times: 'always',
    outcome: { status: 500 },
  })
  expect(await stage.payments.refundPayment(other)).toEqual({ kind: 'unknown' })
})

test('an amount above the remainder, and an unknown payment, are refused with the words of the processor', async () => {
  const { paymentId, orderCode } = await paid()
  expect(await stage.payments.refundPayment(request(paymentId, { amountCents: 801 }))).toEqual({
    kind: 'failed',
    reason: 'Refund amount (801) is greater than unrefunded amount on charge (800)',
    processorRefundId: null,
  })
  expect(await stage.payments.refundPayment(request(paymentIdOf('pi_unknown')))).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('No such payment_intent'),
  })
  expect(await refundedCents(orderCode)).toBe(0)
})

test('the record contains a refund under its id, with the reason', async () => {
  const { paymentId } = await paid()
  const part = request(paymentId)
  expect(await stage.payments.findRefund(part)).toBeNull()
  const made = await stage.payments.refundPayment(part)
  await stage.payments.refundPayment(request(paymentId, { amountCents: 100 }))
  expect(await stage.payments.findRefund(part)).toEqual(made)
  const { body } = await stage.call('GET', '/v1/refunds', { payment_intent: paymentId })
  expect(body.data[1]).toMatchObject({
    amount: 300,
    reason: 'requested_by_customer',
    metadata: { refund_id: part.refundId, reason: 'One part broke.' },
  })
})

test('a refund is found among more than a hundred of its payment', async () => {
  const { paymentId } = await paid()
  const part = request(paymentId, { amountCents: 1 })
  const made = await stage.payments.refundPayment(part)
  for (let index = 0; index < 105; index += 1) {
    await stage.call('POST', '/v1/refunds', { payment_intent: paymentId, amount: '1' })
  }
  expect(await stage.payments.findRefund(part)).toEqual(made)
})

describe('an unusable response', () => {
  test.each([
    ['a cut connection', 'after', 'reset'],
    ['a 500', 'before', { status: 500 }],
    ['too many requests', 'before', { status: 429, retryAfterSeconds: 0.01 }],
  ] as const)('%s is unknown', async (_name, when, outcome) => {
    const { paymentId } = await paid()
    const path = '/v1/refunds'
    await stage.standIn.control.fault({ method: 'POST', path, when, times: 'always', outcome })
    expect(await stage.payments.refundPayment(request(paymentId))).toEqual({ kind: 'unknown' })
  })

  const answering = (response: () => Response) => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: response })
    return { server, at: paymentsAt(server.url.origin, undefined, { maxNetworkRetries: 0 }) }
  }
  const refundBody = (changes: object) => ({
    id: 're_1',
    object: 'refund',
    metadata: {},
    ...changes,
  })

  test('an invalid body, and a refused key, are unknown', async () => {
    for (const response of [
      () => Response.json({ ok: true }),
      () => new Response('<html>', { status: 200 }),
      () => Response.json({ error: { type: 'invalid_request_error' } }, { status: 401 }),
    ]) {
      const { server, at } = answering(response)
      expect(await at.refundPayment(request(paymentIdOf('pi_1')))).toEqual({ kind: 'unknown' })
      await server.stop(true)
    }
  })

  test.each([
    [{ status: 'pending' }, { kind: 'pending', processorRefundId: 're_1' }],
    [{ status: 'requires_action' }, { kind: 'pending', processorRefundId: 're_1' }],
    [{ status: null }, { kind: 'pending', processorRefundId: 're_1' }],
    [
      { status: 'canceled' },
      { kind: 'failed', reason: 'Refund canceled', processorRefundId: 're_1' },
    ],
    [
      { status: 'failed', failure_reason: 'lost_or_stolen_card' },
      { kind: 'failed', reason: 'Refund lost_or_stolen_card', processorRefundId: 're_1' },
    ],
  ])('%j means %j', async (changes, outcome) => {
    const { server, at } = answering(() => Response.json(refundBody(changes)))
    const meant: unknown = await at.refundPayment(request(paymentIdOf('pi_1')))
    expect(meant).toEqual(outcome)
    await server.stop(true)
  })

  test('an unavailable record is reported, and never treated as "none"', async () => {
    for (const response of [
      () => Response.json({ ok: true }),
      () => Response.json({ error: { type: 'api_error' } }, { status: 500 }),
    ]) {
      const { server, at } = answering(response)
      await expect(at.findRefund(request(paymentIdOf('pi_1')))).rejects.toBeInstanceOf(
        ProcessorUnavailable,
      )
      await server.stop(true)
    }
  })
})
