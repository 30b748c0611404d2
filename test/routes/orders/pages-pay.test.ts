// The payment page: confirms first, takes money once, and explains every state.
import { describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { type Payments, ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { refundFully } from '../../../testing/money/refund-fully.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { findOrder, placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const unpaid = async () => placed(submit(service, await service.account({ card: null })))

/** Places a declined order of an account with a customer, whose payments are listed. */
const declined = async () =>
  placed(submit(service, await service.account({ card: 'pm_card_chargeCustomerFail' })))

async function show({ code }: Pick<SubmitBody, 'code'>, query = '') {
  const response = await service.fetch(`/orders/${code}/pay${query}`)
  const html = await response.text()
  return { status: response.status, html, title: /<h1>([^<]*)/.exec(html)?.[1], response }
}

/** Presses the button. */
async function press({ code }: Pick<SubmitBody, 'code'>) {
  const headers = { origin: service.baseUrl }
  const response = await service.fetch(`/orders/${code}/pay`, { method: 'POST', headers })
  return { status: response.status, location: response.headers.get('location') ?? '', response }
}

async function withPayments<T>(changes: Partial<Payments>, work: () => Promise<T>): Promise<T> {
  const restore = service.replace({ payments: changes })
  const result = await work()
  restore()
  return result
}

verifies('decision.pay-page-opens-checkout', async () => {
  const order = await unpaid()
  const shown = await show(order)
  expect([shown.status, shown.title]).toEqual([200, 'Pay $8.00'])
  expect(shown.html).toContain(
    `<form class="action" method="post" action="/orders/${order.code}/pay">`,
  )
  const pressed = await press(order)
  expect(pressed.status).toBe(303)
  // The first checkout is still open, so it is used.
  expect(pressed.location).toBe(order.checkoutUrl ?? 'none')
  expect((await press(order)).location).toBe(pressed.location)
})

test('an expired checkout is replaced by a new one', async () => {
  const order = await unpaid()
  const sessionId = (await findOrder(service, order.code))?.checkoutSessionId ?? ''
  await service.deps.payments.expireCheckout(sessionId)
  const { location } = await press(order)
  expect(location).toStartWith(`${service.stripe.baseUrl}/checkout/`)
  expect(location).not.toBe(order.checkoutUrl ?? '')
})

verifies(
  ['decision.pay-page-asks-first', 'states.paid-by-link'],
  'a payment that the service does not know yet is found before another checkout is opened',
  async () => {
    const order = await unpaid()
    await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
    expect((await findOrder(service, order.code))?.paid).toBe(false)
    const pressed = await press(order)
    expect(pressed.location).toBe(`/orders/${order.code}/pay?link=none`)
    expect(await findOrder(service, order.code)).toMatchObject({
      paid: true,
      status: 'RECEIVED',
    })
    const shown = await show(order, '?link=none')
    expect([shown.status, shown.title]).toEqual([200, 'This order is paid'])
    expect(shown.html).not.toContain('<form')
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({ succeeded: 1 })
  },
)

test('a fully refunded payment does not pay the order, and a new checkout is opened', async () => {
  const order = await unpaid()
  await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
  const sessionId = (await findOrder(service, order.code))?.checkoutSessionId ?? ''
  const { payment } = await service.deps.payments.readCheckout(sessionId)
  await refundFully(service.deps.payments, payment?.paymentId ?? paymentIdOf(''))
  const { location } = await press(order)
  expect(location).toStartWith(`${service.stripe.baseUrl}/checkout/`)
  expect(location).not.toBe(order.checkoutUrl ?? '')
  // The event of the payment arrives after its refund.
  service.advance(120)
  await service.stripe.deliver()
  service.advance(-120)
  expect((await findOrder(service, order.code))?.paid).toBe(false)
})

test('a payment in progress is awaited', async () => {
  const order = await declined()
  const processing = {
    paymentId: paymentIdOf('pi_1'),
    status: 'processing',
    amountCents: 800,
    reason: null,
    createdAt: new Date('2026-11-21T10:01:00Z'),
  } as const
  await withPayments({ findPayments: async () => [processing] }, async () => {
    const shown = await show(order)
    expect([shown.status, shown.title]).toEqual([200, 'A payment is in progress'])
    expect(shown.html).not.toContain('<form')
    expect((await press(order)).location).toBe(`/orders/${order.code}/pay?link=none`)
  })
})

test.each(['CANCELLED', 'REJECTED'] as const)(
  'no payment is taken for a %s order',
  async (status) => {
    const order = await unpaid()
    await service.deps.orders.setStatus(order.code, { status, tracking: null, by: 'test' })
    const shown = await show(order)
    expect([shown.status, shown.title]).toEqual([200, 'Nothing to pay'])
    expect(shown.html).not.toContain('<form')
    expect((await press(order)).location).toBe(`/orders/${order.code}/pay?link=none`)
  },
)

test('the page reports an unreachable processor with 502, and nothing is opened', async () => {
  const order = await declined()
  const gone = () => Promise.reject(new ProcessorUnavailable('gone'))
  await withPayments({ findPayments: gone }, async () => {
    const shown = await show(order)
    expect([shown.status, shown.title]).toEqual([502, 'The card processor cannot be reached'])
    expect((await press(order)).status).toBe(502)
  })
  await withPayments({ readCheckout: gone }, async () => {
    expect((await press(order)).status).toBe(502)
  })
})

test('the page reports a processor that returns no link', async () => {
  const order = await unpaid()
  const open = {
    sessionId: 'cs_1',
    url: null,
    status: 'open',
    isGuest: true,
    payment: null,
  } as const
  await withPayments({ readCheckout: async () => open }, async () => {
    const { location } = await press(order)
    expect(location).toBe(`/orders/${order.code}/pay?link=none`)
  })
  const shown = await show(order, '?link=none')
  expect([shown.status, shown.title]).toEqual([200, 'Pay $8.00'])
  expect(shown.html).toContain('did not return a payment page')
})

test('the form may lead only to the processor’s page', async () => {
  const { response } = await show(await unpaid())
  const policy = response.headers.get('content-security-policy') ?? ''
  const targets = /form-action ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  const { origin } = new URL(service.stripe.baseUrl)
  expect(targets.toSorted()).toEqual(
    [
      "'self'",
      'https://checkout.stripe.com',
      origin,
      'http://localhost:*',
      'http://127.0.0.1:*',
    ].toSorted(),
  )
  service.replace({ isProcessorLocal: false })
  const live = (await show(await unpaid())).response.headers.get('content-security-policy')
  expect(live).not.toContain('localhost')
})

describe('a guest', () => {
  /** Returns the session behind a hosted page. */
  async function sessionOf(url: string) {
    const [id] = /cs_\w+/.exec(url) ?? []
    const headers = { authorization: `Bearer ${service.stripe.secretKey}` }
    const response = await fetch(`${service.stripe.baseUrl}/v1/checkout/sessions/${id}`, {
      headers,
    })
    return (await response.json()) as { customer: unknown; customer_email: unknown; status: string }
  }

  verifies('orders.guest-pays', async () => {
    const order = await declined()
    const { location } = await press(order)
    for (const url of [location, order.checkoutUrl ?? '']) {
      expect(await sessionOf(url)).toMatchObject({ customer: null, customer_email: null })
    }
  })

  test('is not sent to the page that the owner opened, which is closed', async () => {
    const person = await buyer(service)
    const account = await service.account({ ...person, card: 'pm_card_chargeCustomerFail' })
    const order = await placed(submit(service, account))
    const { checkout_session_id: first } = await orderRow(service.db, order.code)
    await service.deps.payments.expireCheckout(first ?? '')
    const headers = { origin: service.baseUrl, cookie: person.cookie }
    const opened = await service.fetch(`/orders/${order.code}/pay`, { method: 'POST', headers })
    const own = opened.headers.get('location') ?? ''
    expect((await sessionOf(own)).customer).toBe(account.customerId)
    const { location } = await press(order)
    expect(location).not.toBe(own)
    expect(await sessionOf(own)).toMatchObject({ status: 'expired' })
    expect(await sessionOf(location)).toMatchObject({ status: 'open', customer: null })
    // The owner continues with the open page.
    const again = await service.fetch(`/orders/${order.code}/pay`, { method: 'POST', headers })
    expect(again.headers.get('location')).toBe(location)
  })

  test('with a payment that no event reports is found by the reconciler', async () => {
    const order = await unpaid()
    await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
    await service.db
      .updateTable('orders')
      .set({ charge_checked_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('code', '=', order.code)
      .execute()
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect(await orderRow(service.db, order.code)).toMatchObject({ paid: true })
  })
})
