// POST /api/print/orders and the card: declines in the processor's words, 3-D Secure, and lost responses.
import { afterEach, describe, expect, test } from 'bun:test'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount, TestAccountOptions } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
afterEach(() => service.stripe.clearFaults())

const rowOf = (code: string) => orderRow(service.db, code)
const read = async (account: TestAccount, code: string): Promise<unknown> => {
  const response = await service.fetch(`/api/print/orders/${code}`, { headers: account.headers })
  return response.json()
}

async function orderWith(
  card: TestAccountOptions,
): Promise<{ account: TestAccount; order: SubmitBody }> {
  const account = await service.account(card)
  return { account, order: await placed(submit(service, account)) }
}

function expectUnpaid(order: SubmitBody, reason: string): void {
  expect(order).toMatchObject({
    status: 'PENDING_PAYMENT',
    paid: false,
    paymentUrl: `${service.baseUrl}/orders/${order.code}/pay`,
    message: expect.stringMatching(
      new RegExp(
        `^The order is saved but not paid \\(${RegExp.escape(reason)}\\); pay \\$8\\.00 at paymentUrl by \\d{4}-\\d\\d-\\d\\d and it goes into review\\.$`,
      ),
    ),
  })
  expect(order.checkoutUrl).toStartWith(`${service.stripe.baseUrl}/checkout/`)
  expect('charged' in order).toBe(false)
}

type ProcessorEvent = {
  readonly request: { readonly idempotency_key: string | null }
  readonly data: { readonly object: { readonly metadata?: Record<string, string> } }
}

describe('cards that pay', () => {
  test.each(['pm_card_visa', 'pm_card_mastercard'])('%s', async (card) => {
    const { account, order } = await orderWith({ card })
    expect(order).toMatchObject({ status: 'RECEIVED', paid: true, charged: 8, paymentUrl: null })
    const counted = await service.stripe.charges({ customer: account.customerId ?? '' })
    expect(counted).toEqual({ succeeded: 1, declined: 0, amountCents: 800, refundedCents: 0 })
  })
})

describe('cards that fail', () => {
  verifies('orders.submit.unpaid.no-card', async () => {
    const { order } = await orderWith({ card: null })
    expectUnpaid(order, 'No card on file')
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
      succeeded: 0,
      declined: 0,
    })
  })

  verifies(['orders.submit.unpaid.verbatim', 'orders.answer.message-quotes-decline'], async () => {
    const declines = [
      [{ card: 'pm_card_chargeCustomerFail' }, 'Your card was declined.'],
      [
        { card: 'pm_card_chargeDeclinedInsufficientFunds', unattached: true },
        'Your card has insufficient funds.',
      ],
      [{ card: 'pm_card_chargeDeclinedExpiredCard', unattached: true }, 'Your card has expired.'],
    ] as const
    for (const [card, words] of declines) {
      const { order } = await orderWith(card)
      expectUnpaid(order, words)
      expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
        succeeded: 0,
        declined: 1,
      })
      expect(await rowOf(order.code)).toMatchObject({
        charge_state: 'declined',
        unpaid_reason: words,
      })
    }
  })

  verifies(
    'orders.submit.unpaid.verbatim',
    'the reason is verbatim for a card that was removed from the account',
    async () => {
      const account = await service.account()
      const method = account.card?.paymentMethodId ?? ''
      await service.stripe.call(`/v1/payment_methods/${method}/detach`, {})
      // The processor's response to such a charge.
      const raw = await fetch(
        `${service.stripe.baseUrl}/v1/payment_intents`,
        rawPost(
          new URLSearchParams({
            amount: '800',
            currency: 'usd',
            customer: account.customerId ?? '',
            payment_method: method,
            confirm: 'true',
            off_session: 'true',
          }),
          { authorization: `Bearer ${service.stripe.secretKey}` },
        ),
      )
      const { error } = (await raw.json()) as { error: { message: string } }
      expect(error.message.length).toBeGreaterThan(10)
      expectUnpaid(await placed(submit(service, account)), error.message)
    },
  )

  verifies('orders.submit.unpaid.requires-action', async () => {
    for (const card of ['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required']) {
      const { order } = await orderWith({ card })
      expectUnpaid(order, 'Payment requires_action')
    }
  })

  verifies('states.unpaid-never-retried', async () => {
    const { account, order } = await orderWith({ card: 'pm_card_chargeCustomerFail' })
    const worker = await service.service.startWorker()
    service.advance(3600)
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    await read(account, order.code)
    await service.fetch(`/orders/${order.code}`)
    await service.fetch(`/orders/${order.code}/pay`)
    await worker.stop()
    service.advance(-3600)
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
      succeeded: 0,
      declined: 1,
    })
    expect(await rowOf(order.code)).toMatchObject({ status: 'PENDING_PAYMENT', paid: false })
  })
})

describe('a lost response', () => {
  /**
   * Breaks every attempt of the charge until the faults are cleared. before: nothing was done. after: the charge was
   * made, and only the response is lost.
   */
  const lose = (when: 'before' | 'after', times: number | 'always' = 'always') =>
    service.stripe.fault({
      method: 'POST',
      path: '/v1/payment_intents',
      when,
      times,
      outcome: 'reset',
    })
  const placeWithoutAnswer = async (when: 'before' | 'after', account: TestAccount) => {
    await lose(when)
    const order = await placed(submit(service, account))
    await service.stripe.clearFaults()
    return order
  }
  const reconcile = () => reconcileCharges(service.deps, { startedSecondsAgo: 0 })
  /** Makes the order old enough for the next review. */
  const due = (code: string) =>
    service.service.database.pool.query(
      `update orders set charge_checked_at = charge_checked_at - interval '1 minute' where code = $1`,
      [code],
    )
  /** Makes the order unchanged for long enough that no charge can be in progress. */
  const quiet = (code: string) =>
    service.service.database.pool.query(
      `update orders set updated_at = updated_at - interval '1 minute' where code = $1`,
      [code],
    )

  verifies('decision.unknown-charge-pending', async () => {
    const account = await service.account()
    const order = await placeWithoutAnswer('before', account)
    expect(order).toMatchObject({
      status: 'PENDING_PAYMENT',
      paid: false,
      checkoutUrl: null,
      paymentUrl: null,
      message:
        'The card processor did not answer in time: whether $8.00 was charged will be settled from the card processor’s record within minutes, so do not submit this order again.',
    })
    expect('charged' in order).toBe(false)
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown', paid: false })
    expect(await read(account, order.code)).toMatchObject({
      status: 'PENDING_PAYMENT',
      paid: false,
    })
  })

  verifies(
    ['decision.unknown-charge-reconciled', 'decision.unknown-charge-not-repeated'],
    'money that moved without a response is found, and taken only once',
    async () => {
      const account = await service.account()
      await lose('after')
      const order = await placed(
        submit(service, account, { headers: { 'idempotency-key': 'lost' } }),
      )
      await service.stripe.clearFaults()
      expect(order).toMatchObject({ status: 'PENDING_PAYMENT', paid: false, checkoutUrl: null })
      // The client's repeats used the one key: one charge.
      expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
        succeeded: 1,
      })
      // A caller that repeats the request gets the same order, not another charge.
      const again = await placed(
        submit(service, account, { headers: { 'idempotency-key': 'lost' } }),
      )
      expect(again.code).toBe(order.code)
      await due(order.code)
      await Promise.all(Array.from({ length: 5 }, reconcile))
      expect(await rowOf(order.code)).toMatchObject({
        paid: true,
        status: 'RECEIVED',
        charge_state: 'succeeded',
      })
      expect(await service.stripe.charges({ customer: account.customerId ?? '' })).toEqual({
        succeeded: 1,
        declined: 0,
        amountCents: 800,
        refundedCents: 0,
      })
      const mails = await service.db
        .selectFrom('emails')
        .innerJoin('orders', 'orders.id', 'emails.order_id')
        .select('emails.id')
        .where('orders.code', '=', order.code)
        .execute()
      expect(mails).toHaveLength(1)
    },
  )

  verifies(
    'decision.unknown-charge-reconciled',
    'a charge that never arrived is made under its original key',
    async () => {
      const account = await service.account()
      const order = await placeWithoutAnswer('before', account)
      await due(order.code)
      await reconcile()
      expect(await rowOf(order.code)).toMatchObject({ charge_state: 'succeeded', paid: true })
      expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
        succeeded: 1,
        amountCents: 800,
      })
    },
  )

  verifies(
    'decision.unknown-charge-reconciled',
    'a charge whose key may have expired is abandoned, and the order can be paid by its link',
    async () => {
      const account = await service.account()
      const order = await placeWithoutAnswer('before', account)
      await service.service.database.pool.query(
        "update orders set created_at = created_at - interval '23 hours' where code = $1",
        [order.code],
      )
      await due(order.code)
      await reconcile()
      // Too early: the charge may still be in progress.
      expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown' })
      await due(order.code)
      await quiet(order.code)
      await reconcile()
      expect(await rowOf(order.code)).toMatchObject({
        charge_state: 'not_made',
        status: 'PENDING_PAYMENT',
        paid: false,
        unpaid_reason: 'The charge never reached the card processor',
      })
      const page = await service.fetch(`/orders/${order.code}/pay`)
      expect(await page.text()).toContain('Pay $8.00')
      expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
        succeeded: 0,
      })
    },
  )

  verifies(
    'decision.unknown-charge-not-repeated',
    'the id of the order is the only key that it is ever charged under',
    async () => {
      const account = await service.account()
      await lose('after', 1)
      const order = await placed(submit(service, account))
      expect(order.paid).toBe(true)
      const { id } = await rowOf(order.code)
      const response = await fetch(`${service.stripe.baseUrl}/v1/events?limit=100`, {
        headers: { authorization: `Bearer ${service.stripe.secretKey}` },
      })
      const { data } = (await response.json()) as { data: ProcessorEvent[] }
      const keys = data
        .filter((event) => event.data.object.metadata?.['order_code'] === order.code)
        .map((event) => event.request.idempotency_key)
      expect(keys.length).toBeGreaterThan(0)
      expect(new Set(keys)).toEqual(new Set([`order:${id}`]))
    },
  )

  test('a decline whose response was lost is found as a decline with the same reason', async () => {
    const account = await service.account({ card: 'pm_card_chargeCustomerFail' })
    const order = await placeWithoutAnswer('after', account)
    expect(order.message).toContain('did not answer in time')
    await due(order.code)
    await reconcile()
    expect(await rowOf(order.code)).toMatchObject({
      charge_state: 'declined',
      unpaid_reason: 'Your card was declined.',
      paid: false,
    })
  })

  test('a single lost response is resolved by the repeat under the same key', async () => {
    const account = await service.account()
    await lose('after', 1)
    const order = await placed(submit(service, account))
    expect(order).toMatchObject({ paid: true, charged: 8 })
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({ succeeded: 1 })
  })

  test('while the processor is unavailable, the reconciler waits and abandons nothing', async () => {
    const account = await service.account()
    const order = await placeWithoutAnswer('after', account)
    await service.stripe.fault({ when: 'before', times: 'always', outcome: { status: 503 } })
    await due(order.code)
    await quiet(order.code)
    await reconcile()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown', paid: false })
    await service.stripe.clearFaults()
    await due(order.code)
    await reconcile()
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'succeeded', paid: true })
  })

  test('a processor that returns an invalid body leaves the charge unknown', async () => {
    const account = await service.account()
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'before',
      times: 'always',
      outcome: { status: 500 },
    })
    const order = await placed(submit(service, account))
    expect(order).toMatchObject({ status: 'PENDING_PAYMENT', checkoutUrl: null })
    expect(await rowOf(order.code)).toMatchObject({ charge_state: 'unknown' })
  })
})

describe('two concurrent orders', () => {
  test('are charged once each', async () => {
    const account = await service.account()
    const orders = await Promise.all(
      Array.from({ length: 12 }, () => placed(submit(service, account))),
    )
    expect(new Set(orders.map(({ code }) => code)).size).toBe(12)
    expect(orders.every(({ paid }) => paid)).toBe(true)
    expect(await service.stripe.charges({ customer: account.customerId ?? '' })).toMatchObject({
      succeeded: 12,
      amountCents: 9600,
    })
    for (const { code } of orders) {
      expect((await service.stripe.charges({ orderCode: code })).succeeded).toBe(1)
    }
  })
})
