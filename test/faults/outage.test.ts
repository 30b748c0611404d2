// The card processor fails while orders arrive: every order is accepted, none is charged twice, all settle.

import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createStripePayments } from '../../server/adapters/payments/stripe.ts'
import { CHARGE, type Outage, openGate } from '../../testing/faults/processor-gate.ts'
import { allMailSent, openStage, type Stage } from '../../testing/faults/stage.ts'
import type { FlatOrder } from '../../testing/orders.ts'
import { findOrder, type SubmitBody, submit } from '../../testing/people/submit.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { openTestService } from '../../testing/service/service.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

setDefaultTimeout(slowTestMs)
/** A limit for a busy machine, which proves nothing. */
const settleLimitMs = 300_000
/** Valid cards, a declined card, and an account without a card. */
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_chargeCustomerFail', null]

verifies(
  [
    'decision.unknown-charge-pending',
    'decision.unknown-charge-not-repeated',
    'decision.unknown-charge-reconciled',
  ],
  'while every response of the processor is lost, orders are accepted, and settled from its record afterwards',
  () => run('lost'),
)

describe('while the processor', () => {
  const outages: readonly (readonly [Outage, string])[] = [
    ['refused', 'refuses connections'],
    ['reset', 'cuts connections'],
    ['error', 'answers 500'],
  ]
  for (const [outage, words] of outages) {
    test.concurrent(`${words}, orders are taken, and settled afterwards`, () => run(outage))
  }

  for (const outage of ['silent', 'slow'] as const) {
    test.concurrent(`is ${outage} beyond the time limit, orders are taken, and settled afterwards`, () =>
      runBeyondTimeLimit(outage))
  }
})

async function run(outage: Outage): Promise<void> {
  await using stage = closing(await openStage({ webhooks: 'off' }))
  const accounts = await Promise.all(CARDS.map((card) => stage.account({ card })))
  await stage.gate.fail(outage)
  const responses = await Promise.all(accounts.map((account) => stage.submit(account)))
  const bodies = await Promise.all(responses.map(acceptedUnpaid))
  for (const [at, body] of bodies.entries()) expectClearWords(body, CARDS[at] !== null)

  await stage.gate.recover()
  const orders = await settled(stage.orders)
  const byCode = new Map(orders.map((order) => [order.code, order]))
  for (const [at, { code }] of bodies.entries()) {
    expect(byCode.get(code)).toMatchObject(outcomeOf(CARDS[at] ?? null))
  }
  const keys = stage.gate.keysOf(CHARGE)
  const charged = orders.filter(({ chargeState }) => chargeState !== 'none')
  if (outage !== 'refused') expect(keys.length).toBeGreaterThan(charged.length)
  for (const key of keys) expect(charged.map(({ id }) => `order:${id}`)).toContain(key)
  for (const { succeeded } of await stage.standIn.control.chargesByOrder()) {
    expect(succeeded).toBeLessThanOrEqual(1)
  }
  expect(await stage.standIn.control.charges()).toMatchObject({ succeeded: 3, declined: 1 })
  await expectPayable(stage, bodies, byCode)
}

/** Expects that every unpaid order can be paid by its link, once. */
async function expectPayable(
  stage: Stage,
  bodies: readonly SubmitBody[],
  byCode: ReadonlyMap<string, FlatOrder>,
): Promise<void> {
  for (const { code, statusUrl } of bodies) {
    if (byCode.get(code)?.paid === true) continue
    await fetch(await stage.payAt(await stage.openPayment(`${statusUrl}/pay`)))
  }
  const orders = await stage.orders()
  expect(orders.map(({ status }) => status)).toEqual(CARDS.map(() => 'RECEIVED'))
  const total = orders.reduce((sum, { price }) => sum + price.totalCents, 0)
  expect(await stage.standIn.control.charges()).toMatchObject({
    succeeded: CARDS.length,
    amountCents: total,
    refundedCents: 0,
  })
  await allMailSent(stage)
  const subjects = stage.server.mails().map(({ subject }) => subject.replace(/SVC-\w+/, 'X'))
  expect(subjects.toSorted()).toEqual([
    ...CARDS.map(() => 'Order X confirmed'),
    'Order X was not charged',
  ])
}

/** Runs in this process, where the adapter's time limit can be shorter than twenty seconds. */
async function runBeyondTimeLimit(outage: 'silent' | 'slow'): Promise<void> {
  await using service = closing(await openTestService())
  await using gate = closing(await openGate(service.stripe.baseUrl))
  const payments = createStripePayments({
    secretKey: service.stripe.secretKey,
    webhookSecret: service.webhookSecret,
    marker: 'test',
    apiBase: gate.baseUrl,
    timeoutMs: 200,
    clock: service.deps.clock,
  })
  service.replace({ payments })
  const accounts = await Promise.all(CARDS.map((card) => service.account({ card })))
  await gate.fail(outage)
  const responses = await Promise.all(accounts.map((account) => submit(service, account)))
  const bodies = await Promise.all(responses.map(acceptedUnpaid))
  for (const [at, body] of bodies.entries()) expectClearWords(body, CARDS[at] !== null)

  await gate.recover()
  const arrived = outage === 'slow'
  if (arrived) {
    await waitUntil(
      'the charges arrive',
      async () => (await service.stripe.charges()).succeeded === 3,
    )
  }
  const worker = await service.service.startWorker()
  const orders = await settled(() =>
    Promise.all(bodies.map(async ({ code }) => must(await findOrder(service, code)))),
  )
  await worker.stop()
  orders.forEach((order, at) => {
    expect(order).toMatchObject(outcomeOf(CARDS[at] ?? null))
  })
  // All attempts of an order were the same charge.
  expect(await service.stripe.charges()).toMatchObject({ succeeded: 3, declined: 1 })
}

async function acceptedUnpaid(response: Response): Promise<SubmitBody> {
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status: 201 })
  const body: SubmitBody = JSON.parse(text)
  expect(body).toMatchObject({ status: 'PENDING_PAYMENT', paid: false, checkoutUrl: null })
  expect(body).not.toHaveProperty('charged')
  return body
}

function expectClearWords({ message, paymentUrl }: SubmitBody, hasCard: boolean): void {
  if (hasCard) {
    expect(message).toContain('The card processor did not answer in time')
    expect(message).toContain('do not submit this order again')
  } else {
    expect(message).toContain('No card on file')
  }
  expect(paymentUrl).toBeNull()
}

/** Returns the outcome of an order whose charge arrived at the processor, or was repeated because it never did. */
function outcomeOf(card: string | null): Partial<FlatOrder> {
  if (card === null) return { status: 'PENDING_PAYMENT', chargeState: 'none' }
  return card === 'pm_card_visa'
    ? { status: 'RECEIVED', chargeState: 'succeeded' }
    : { status: 'PENDING_PAYMENT', chargeState: 'declined' }
}

async function settled(read: () => Promise<readonly FlatOrder[]>): Promise<readonly FlatOrder[]> {
  let orders: readonly FlatOrder[] = []
  const isSettled = async () => {
    orders = await read()
    return orders.every(({ chargeState }) => chargeState !== 'started' && chargeState !== 'unknown')
  }
  await waitUntil('every order is settled', isSettled, settleLimitMs)
  expect(orders).toHaveLength(CARDS.length)
  return orders
}

function must(order: FlatOrder | null): FlatOrder {
  if (order === null) throw new Error('The order is gone.')
  return order
}
