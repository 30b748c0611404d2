// Payments that their order or purchase cannot use: a second payment, a payment of a closed order, a payment of a
// wrong amount (docs/money.md). Each is recorded, shown and reported; the first two are refunded immediately, and the
// last waits for an operator.

import { beforeEach, describe, expect, test } from 'bun:test'
import { defaultMarker } from '../../../server/adapters/payments/order-reference.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { decidePayment } from '../../../server/domain/operators/decide-payment.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { searchPayments } from '../../../server/domain/orders/settle/search-payments.ts'
import type { MarkedPayment } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { buyer, post } from '../../../testing/people/shop.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { findOrder, placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const operator = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
beforeEach(() => service.stripe.clearFaults())

const card = { number: '4242424242424242' }
const query = async (text: string, values: readonly unknown[] = []) =>
  (await service.service.database.pool.query(text, [...values])).rows
const recordOf = async (code: string) =>
  await query(
    'select cause, state, amount_cents as amount, failure from unmatched_payments where order_code = $1 order by found_at',
    [code],
  )
const html = async (path: string, headers: Record<string, string> = {}) => {
  const response = await service.fetch(path, { headers })
  return [response.status, await response.text()] as const
}
const attention = async () => (await html('/operator', operator))[1]
const mailsAbout = (code: string) =>
  service.mails().filter(({ subject }) => subject.includes(code) && subject.includes('efund'))

/** Places an order of $8.00 that waits for its payment, and returns the address of its open checkout. */
async function unpaid(): Promise<{ code: string; url: string }> {
  const { code } = await placed(submit(service, await service.account({ card: null })))
  return { code, url: await checkoutOf(code) }
}
async function checkoutOf(code: string): Promise<string> {
  const opened = await service.fetch(`/orders/${code}/pay`, {
    method: 'POST',
    headers: { origin: service.baseUrl },
    redirect: 'manual',
  })
  return opened.headers.get('location') ?? ''
}

/** Places an order that is cancelled while its checkout cannot be closed. */
async function closed(): Promise<{ code: string; url: string }> {
  const order = await unpaid()
  const restore = service.replace({
    payments: {
      ...service.deps.payments,
      expireCheckout: () => Promise.reject(new Error('cannot be closed')),
    },
  })
  const change = await statusChange(service.deps, order.code, { status: 'CANCELLED' })
  const path = `/api/operator/orders/${order.code}/status`
  expect((await post(service, operator, path, change))[0]).toBe(200)
  restore()
  return order
}

/** Pays a paid order again, through a checkout that stayed open. */
async function payAgain(code: string, amountCents = 800): Promise<PaymentId> {
  const order = await findOrder(service, code)
  const body = await service.stripe.call('/v1/payment_intents', {
    amount: String(amountCents),
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    'metadata[order_code]': code,
    'metadata[order_id]': order?.id ?? '',
    'metadata[svc_service]': defaultMarker(service.baseUrl),
  })
  return paymentIdOf((body as { id: string }).id)
}
const refuse = (times: number | 'always' = 'always') =>
  service.stripe.fault({
    method: 'POST',
    path: '/v1/refunds',
    when: 'before',
    times,
    outcome: { status: 400 },
  })

describe('a payment of a closed order', () => {
  verifies(
    'decision.refund-unusable',
    'that is learned from its event is refunded immediately, once, with an email',
    async () => {
      const { code, url } = await closed()
      await visitHostedPage(url, card)
      await service.stripe.deliver({ copies: 2 })
      await service.stripe.deliver({ again: true })
      expect(await recordOf(code)).toEqual([
        { cause: 'closed', state: 'refunded', amount: 800, failure: null },
      ])
      expect(await service.stripe.charges({ orderCode: code })).toMatchObject({
        refundedCents: 800,
      })
      const [, page] = await html(`/orders/${code}`)
      expect(page).toContain('Payment of $8.00 received for the closed order')
      expect(page).toContain('Payment of $8.00 refunded')
      await workOff(service)
      expect(mailsAbout(code).map(({ text }) => text)).toEqual([
        `We refunded your payment of $8.00 for order ${code} in full. The order was closed before the payment arrived.\n\n` +
          'The money goes back to the card you paid with. Banks usually show a refund within 5 to 10 days.\n\n' +
          `The order: ${service.baseUrl}/orders/${code}\n`,
      ])
    },
  )

  for (const path of ['', '/pay']) {
    test(`causes no error on the page ${path || 'of the order'} while the processor refuses the refund`, async () => {
      const { code, url } = await closed()
      await visitHostedPage(url, card)
      await refuse()
      const [status, page] = await html(`/orders/${code}${path}?paid=1`)
      expect(status).toBe(200)
      expect(page).not.toContain('Something broke')
      expect(await recordOf(code)).toMatchObject([{ cause: 'closed', state: 'failed' }])
      expect(await attention()).toContain(`order ${code}, the order was closed`)
      // An hour later, the worker retries.
      await service.stripe.clearFaults()
      await query("update unmatched_payments set checked_at = now() - interval '61 minutes'")
      await query('update payment_searches set due_at = now()')
      await searchPayments(service.deps)
      expect(await recordOf(code)).toMatchObject([{ state: 'refunded' }])
      expect(await attention()).not.toContain(code)
      await service.stripe.deliver()
    })
  }

  test('of a wrong amount is also refunded', async () => {
    const { code } = await closed()
    await payAgain(code, 750)
    await service.stripe.deliver()
    expect(await recordOf(code)).toMatchObject([
      { cause: 'closed', state: 'refunded', amount: 750 },
    ])
  })

  test('that is found by the search is refunded', async () => {
    const { code, url } = await closed()
    await service.stripe.webhooks({ mode: 'hold' })
    await visitHostedPage(url, card)
    const { deps } = service
    const orders = await query('select id from orders where code = $1', [code])
    const payment: MarkedPayment = {
      paymentId: await paymentOf(code),
      status: 'succeeded',
      amountCents: 800,
      reason: null,
      createdAt: new Date(),
      subject: { kind: 'order', id: orders[0].id, code },
      paidAt: new Date(Date.now() - 3_600_000),
    }
    const listMarked = async () => ({ payments: [payment], next: null })
    await query(
      'update payment_searches set due_at = now(), finished_at = null, after_payment = null',
    )
    await searchPayments({ ...deps, payments: { ...deps.payments, listMarked } })
    expect(await recordOf(code)).toMatchObject([{ cause: 'closed', state: 'refunded' }])
    await service.stripe.deliver()
  })
})

async function paymentOf(code: string): Promise<PaymentId> {
  const order = await findOrder(service, code)
  const account = order && (await service.deps.accounts.read(order.accountId))
  const found = await service.deps.payments.findPayments(
    code,
    account?.customerId ?? null,
    new Date(0),
    { purpose: 'upkeep' },
  )
  return found[0]?.paymentId ?? paymentIdOf('')
}

describe('a second payment', () => {
  verifies('decision.refund-unusable', 'that is learned from its event is refunded', async () => {
    const { code } = await placed(submit(service, await service.account()))
    await payAgain(code)
    await service.stripe.deliver()
    expect(await recordOf(code)).toMatchObject([{ cause: 'duplicate', state: 'refunded' }])
    expect(await service.stripe.charges({ orderCode: code })).toMatchObject({
      succeeded: 2,
      refundedCents: 800,
    })
    const [, desk] = await html(`/operator/orders/${code}`, operator)
    expect(desk).toContain('second payment of $8.00 received')
    // The refund of the second payment does not reduce the order.
    const board = await (
      await service.fetch(`/api/operator/orders/${code}`, { headers: operator })
    ).json()
    expect(board).toMatchObject({ paid: true, refundedCents: 0, refundableCents: 800 })
  })

  test('that the reconciler finds is refunded, even when the first one was found in another way', async () => {
    const { code, url } = await unpaid()
    await service.stripe.webhooks({ mode: 'hold' })
    await visitHostedPage(url, card)
    const order = await findOrder(service, code)
    await service.deps.orders.markPaid(code, {
      paymentId: paymentIdOf('pi_other'),
      amountCents: 800,
    })
    await query(
      "update orders set charge_state = 'not_made', charge_checked_at = 'epoch', checkout_session_id = $2 where code = $1",
      [code, order?.checkoutSessionId],
    )
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    await service.stripe.deliver()
    expect(await recordOf(code)).toMatchObject([{ cause: 'duplicate', state: 'refunded' }])
  })

  test('is refunded immediately even after five in an hour, because that limit is for missing orders', async () => {
    const codes: string[] = []
    for (let number = 0; number < 7; number++) {
      const { code } = await placed(submit(service, await service.account()))
      codes.push(code)
      await payAgain(code)
    }
    await service.stripe.deliver()
    for (const code of codes) expect(await recordOf(code)).toMatchObject([{ state: 'refunded' }])
  })

  test('has its pending refund followed up, and a refund that the bank returns is reported', async () => {
    const { code } = await placed(submit(service, await service.account()))
    const paymentId = await payAgain(code)
    await service.stripe.planRefund({ payment: paymentId, outcome: { status: 'pending' } })
    await service.stripe.deliver()
    expect(await recordOf(code)).toMatchObject([{ state: 'refunding' }])
    await workOff(service)
    expect(mailsAbout(code)).toEqual([])
    const listed = await fetch(`${service.stripe.baseUrl}/v1/refunds?payment_intent=${paymentId}`, {
      headers: { authorization: `Bearer ${service.stripe.secretKey}` },
    })
    const refund: string = (await listed.json()).data[0].id
    await service.stripe.settleRefund({ refund, to: 'succeeded' })
    await service.stripe.deliver()
    expect(await recordOf(code)).toMatchObject([{ state: 'refunded' }])
    await service.stripe.settleRefund({ refund, to: 'failed' })
    await service.stripe.deliver()
    expect(await recordOf(code)).toMatchObject([
      { state: 'failed', failure: 'Refund expired_or_canceled_card' },
    ])
    expect((await html(`/orders/${code}`))[1]).toContain(
      'Refund of the payment of $8.00 returned by the bank',
    )
    expect(await attention()).toContain(`order ${code}, second payment`)
    await workOff(service)
    expect(
      mailsAbout(code)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual([`Refund for order ${code}`, `The refund for order ${code} was returned`])
    // Another attempt would also be returned: it is left to operators.
    await query("update unmatched_payments set checked_at = now() - interval '30 hours'")
    await query('update payment_searches set due_at = now()')
    await searchPayments(service.deps)
    expect(await recordOf(code)).toMatchObject([{ state: 'failed' }])
    // A request of theirs is refused: no bank returned it, and no customer is notified.
    const outcome = { status: 400 } as const
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/refunds',
      when: 'before',
      times: 1,
      outcome,
    })
    const decision = { paymentId, action: 'refund', reason: 'Another card.' } as const
    expect(await decidePayment(service.deps, OPERATOR_EMAIL, decision)).toMatchObject({
      value: 'failed',
    })
    const order = await findOrder(service, code)
    const events = await service.db
      .selectFrom('order_events')
      .select('detail')
      .where('order_id', '=', order?.id ?? orderIdOf(''))
      .where('kind', '=', 'payment')
      .orderBy('id')
      .execute()
    expect(events.map(({ detail }) => detail)).toEqual([
      'duplicate received 800',
      'duplicate refunded 800',
      'duplicate returned 800',
      'duplicate refused 800',
    ])
    await workOff(service)
    expect(mailsAbout(code)).toHaveLength(2)
  })

  test('for a gift card is refunded, and its buyer is notified', async () => {
    const ada = await buyer(service)
    const bought = await post(service, ada, '/api/gift-cards/purchase', {
      amountCents: 2500,
      recipientEmail: 'friend@example.com',
    })
    await visitHostedPage(bought[1].checkoutUrl, card)
    await service.stripe.deliver()
    const [{ id }] = await query('select id from purchases where account_id = $1', [ada.accountId])
    await service.stripe.call('/v1/payment_intents', {
      amount: '2500',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'metadata[purchase_id]': id,
      'metadata[svc_service]': defaultMarker(service.baseUrl),
    })
    await service.stripe.deliver()
    expect(
      await query('select cause, state from unmatched_payments where subject_id = $1', [id]),
    ).toEqual([{ cause: 'duplicate', state: 'refunded' }])
    await workOff(service)
    const mails = service.mails().filter(({ to }) => to === ada.email)
    expect(mails.map(({ subject }) => subject)).toContain('Refund for a gift card or credits')
  })
})

describe('a payment of a wrong amount', () => {
  verifies('decision.refund-unusable', 'waits for an operator, who refunds it', async () => {
    const { code } = await unpaid()
    const paymentId = await payAgain(code, 750)
    await service.stripe.deliver()
    expect(await recordOf(code)).toEqual([
      { cause: 'wrong_amount', state: 'found', amount: 750, failure: null },
    ])
    expect(await attention()).toContain(`order ${code}, wrong amount`)
    await query('update payment_searches set due_at = now()')
    await searchPayments(service.deps)
    expect(await recordOf(code)).toMatchObject([{ state: 'found' }])
    const path = `/operator/money/unmatched/${paymentId}`
    expect((await html(path, operator))[1]).toContain('Wrong amount')
    const form = new URLSearchParams({ action: 'refund', reason: 'Paid too little.' })
    const decided = await service.fetch(path, {
      method: 'POST',
      headers: {
        ...operator,
        'content-type': 'application/x-www-form-urlencoded',
        origin: service.baseUrl,
      },
      body: form.toString(),
      redirect: 'manual',
    })
    expect(decided.headers.get('location')).toContain('done=refunded')
    expect(await recordOf(code)).toMatchObject([{ state: 'refunded' }])
    expect((await html(`/orders/${code}`))[1]).toContain('Payment of $7.50 refunded')
    expect(await attention()).not.toContain(code)
  })

  test('that an operator keeps is no longer refunded or shown', async () => {
    const { code } = await unpaid()
    const paymentId = await payAgain(code, 900)
    await service.stripe.deliver()
    const path = `/operator/money/unmatched/${paymentId}`
    await service.fetch(path, {
      method: 'POST',
      headers: {
        ...operator,
        'content-type': 'application/x-www-form-urlencoded',
        origin: service.baseUrl,
      },
      body: new URLSearchParams({ action: 'keep', reason: 'Agreed with the customer.' }).toString(),
      redirect: 'manual',
    })
    expect(await recordOf(code)).toMatchObject([{ state: 'kept' }])
    expect(await attention()).not.toContain(code)
    await service.stripe.deliver({ again: true })
    expect(await recordOf(code)).toMatchObject([{ state: 'kept' }])
    expect((await html(`/operator/orders/${code}`, operator))[1]).toContain('payment of $9.00 kept')
  })
})
