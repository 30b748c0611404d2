// The card processor's rate limit, which all calls of our account share: visitors of public pages must not block the
// charges of others, and a charge that is refused anyway is repeated.

import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import { reconcileCharges } from '../../server/domain/orders/settle/reconcile.ts'
import { orderRow } from '../../testing/database/rows.ts'
import { placed, type SubmitBody, submit } from '../../testing/people/submit.ts'
import { openTestService, type TestService } from '../../testing/service/service.ts'
import { until } from '../../testing/service/until.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'

setDefaultTimeout(slowTestMs)
const CHARGES = '/v1/payment_intents'

let service: TestService
let visitors: () => string
beforeEach(async () => {
  visitors = () => crypto.randomUUID()
  service = await openTestService({
    // The default, which other tests have switched off.
    env: { STRIPE_CALLS_PER_SECOND: '20' },
    clientAddress: () => visitors(),
  })
})
afterEach(() => service.close())

const query = (text: string, values: unknown[] = []) =>
  service.service.database.pool.query(text, values)
const unpaid = async () => placed(submit(service, await service.account({ card: null })))
const callsOf = async (endpoint: string) =>
  (await service.stripe.calls()).find((each) => each.endpoint === endpoint) ?? {
    calls: 0,
    limited: 0,
  }
const listsSoFar = async () =>
  (await callsOf(`GET ${CHARGES}`)).calls + (await callsOf('GET /v1/checkout/sessions')).calls
const refuseCharges = () =>
  service.stripe.fault({
    method: 'POST',
    path: CHARGES,
    when: 'before',
    times: 'always',
    outcome: { status: 429 },
  })
const rowOf = (code: string) => orderRow(service.db, code)
const round = () => reconcileCharges(service.deps, { startedSecondsAgo: 40 })
const mailsTo = async (code: string) =>
  service.db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.order_id')
    .select(['emails.kind', 'emails.subject', 'emails.body', 'emails.recipient'])
    .where('orders.code', '=', code)
    .execute()

describe("behind a limiter of Stripe's default of 100 calls a second", () => {
  /** Opens as many pages concurrently as the attack had connections, while `work` runs. */
  async function hammering(paths: readonly string[], work: () => Promise<void>) {
    let over = false
    let pages = 0
    const listsBefore = await listsSoFar()
    const from = performance.now()
    const hammer = async (connection: number) => {
      for (let turn = connection; !over; turn += 1) {
        await (await service.fetch(paths[turn % paths.length] ?? '')).arrayBuffer()
        pages += 1
      }
    }
    const hammers = Promise.all(Array.from({ length: 50 }, (_, index) => hammer(index)))
    try {
      await work()
    } finally {
      over = true
      await hammers
    }
    const seconds = (performance.now() - from) / 1000
    return { pages, lists: (await listsSoFar()) - listsBefore, seconds }
  }

  const limit = () =>
    service.stripe.fault({
      when: 'before',
      times: 'always',
      beyondPerSecond: 100,
      outcome: { status: 429 },
    })

  async function expectAllCharged(): Promise<void> {
    const customers = await Promise.all(Array.from({ length: 6 }, () => service.account()))
    for (const customer of customers) {
      expect(await placed(submit(service, customer))).toMatchObject({ paid: true, charged: 8 })
      await Bun.sleep(250)
    }
    expect((await callsOf(`POST ${CHARGES}`)).limited).toBe(0)
  }

  test('all other orders are charged while many clients open one payment page', async () => {
    const { code } = await unpaid()
    await limit()
    const paths = [`/orders/${code}/pay`, `/orders/${code}?paid=1`]
    const { pages, lists, seconds } = await hammering(paths, expectAllCharged)
    expect(pages).toBeGreaterThan(100)
    // There is at most one review every five seconds, and a review makes two calls.
    expect(lists).toBeLessThanOrEqual(2 * (1 + Math.ceil(seconds / 5)))
  })

  test('all other orders are charged within the budget while many clients open the pages of sixty orders', async () => {
    const account = await service.account({ card: null })
    const orders = await Promise.all(
      Array.from({ length: 60 }, () => placed(submit(service, account))),
    )
    await limit()
    const paths = orders.map(({ code }) => `/orders/${code}/pay`)
    const { pages, lists, seconds } = await hammering(paths, expectAllCharged)
    expect(pages).toBeGreaterThan(100)
    expect(lists).toBeLessThanOrEqual(40 + Math.ceil(20 * seconds))
  })
})

describe('a charge that the processor refuses', () => {
  /** Makes deferred charges due. */
  const later = (seconds: number) =>
    query(
      `update orders set created_at = created_at - make_interval(secs => $1),
        charge_retry_at = charge_retry_at - make_interval(secs => $1),
        charge_checked_at = charge_checked_at - make_interval(secs => $1),
        updated_at = updated_at - make_interval(secs => $1)`,
      [seconds],
    )
  const placeRefused = async (card?: string): Promise<SubmitBody> => {
    const account = await service.account(card === undefined ? {} : { card })
    await refuseCharges()
    return await placed(submit(service, account))
  }

  test('is settling, and pays once when it is repeated under its key', async () => {
    const order = await placeRefused()
    expect(order).toMatchObject({
      status: 'PENDING_PAYMENT',
      paid: false,
      paymentUrl: null,
      checkoutUrl: null,
      message:
        'The card processor is busy: whether $8.00 was charged will be settled from the card processor’s record within minutes, so do not submit this order again.',
    })
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'started', paid: false })
    // Neither the reconciler nor a page abandons it while it waits.
    await later(30)
    await service.fetch(`/orders/${order.code}/pay`)
    await round()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'started', paid: false })
    await service.stripe.clearFaults()
    await later(20)
    await Promise.all([round(), round(), round()])
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'succeeded', paid: true })
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
      succeeded: 1,
      amountCents: 800,
    })
    expect((await mailsTo(order.code)).map(({ kind }) => kind)).toEqual(['confirmation'])
  })

  test('is repeated by the worker without further conditions', async () => {
    const order = await placeRefused()
    const worker = await service.service.startWorker()
    await service.stripe.clearFaults()
    await until(async () => (await rowOf(order.code)).paid)
    await worker.stop()
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({ succeeded: 1 })
  })

  test('is repeated with its original card, although another card was saved meanwhile', async () => {
    const account = await service.account()
    await refuseCharges()
    const order = await placed(submit(service, account))
    await service.stripe.clearFaults()
    const { customerId = customerIdOf(''), paymentMethodId = paymentMethodIdOf('') } =
      account.card ?? {}
    await service.deps.accounts.saveCard({
      customerId,
      paymentMethodId: paymentMethodIdOf('pm_of_another_card'),
      brand: 'visa',
      last4: '0002',
    })
    await later(10)
    await round()
    expect(await rowOf(order.code)).toMatchObject({
      paid: true,
      charge_payment_method_id: paymentMethodId,
    })
  })

  test('that is declined when it is repeated is mailed once', async () => {
    const order = await placeRefused('pm_card_chargeCustomerFail')
    await service.stripe.clearFaults()
    await later(10)
    await round()
    await later(10)
    await round()
    expect(await rowOf(order.code)).toMatchObject({
      charge_state: 'declined',
      unpaid_reason: 'Your card was declined.',
    })
    const [mail, ...more] = await mailsTo(order.code)
    expect(more).toEqual([])
    expect(mail?.kind).toBe('unpaid')
    expect(mail?.body).toContain('the card was declined ("Your card was declined.").')
  })

  test('for a minute is repeated nevertheless, as long as its key is valid', async () => {
    const order = await placeRefused()
    await later(61)
    await round()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown', paid: false })
    await later(22 * 3600)
    await round()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown', paid: false })
    await service.stripe.clearFaults()
    await later(61)
    await round()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'succeeded', paid: true })
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({ succeeded: 1 })
    expect((await mailsTo(order.code)).map(({ kind }) => kind)).toEqual(['confirmation'])
  })

  test('for a day is abandoned, and the customer is told how to pay', async () => {
    const order = await placeRefused()
    await later(23 * 3600)
    await round()
    // Its last attempt may still be in progress.
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown', paid: false })
    await later(9)
    const charges = (await callsOf(`POST ${CHARGES}`)).calls
    await round()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'not_made', paid: false })
    await later(61)
    await round()
    expect((await callsOf(`POST ${CHARGES}`)).calls).toBe(charges)
    const { email, created_at: placedAt } = await service.db
      .selectFrom('orders')
      .select(['email', 'created_at'])
      .executeTakeFirstOrThrow()
    // The contract's 30 days, counted from the order.
    const lastDay = new Date(placedAt.getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
    expect(await mailsTo(order.code)).toEqual([
      {
        kind: 'unpaid',
        recipient: email,
        subject: `Order ${order.code} was not charged`,
        body: `Your order ${order.code} is saved, but your card was not charged for it.

When you ordered, we did not know yet whether the charge had gone through. It has not: the charge never reached the card processor. No money was taken.

To have the order printed, pay $8.00 here, with any card:
${service.baseUrl}/orders/${order.code}/pay

The order can be paid until ${lastDay}; then it is cancelled.

If you no longer want it, do nothing: we do not print unpaid orders.
`,
      },
    ])
  })

  test('of an order that is cancelled meanwhile is neither repeated nor mailed', async () => {
    const order = await placeRefused()
    await service.stripe.clearFaults()
    await service.deps.orders.setStatus(order.code, {
      status: 'CANCELLED',
      tracking: null,
      by: 'test',
    })
    await later(10)
    await round()
    await later(10)
    await round()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'not_made', paid: false })
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({ succeeded: 0 })
    expect(await mailsTo(order.code)).toEqual([])
  })
})
