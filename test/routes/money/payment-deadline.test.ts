// The payment deadline of an unpaid API order, and its end (decisions.md 55).
import { describe, expect, test } from 'bun:test'
import { unpaidMail } from '../../../server/domain/orders/mail/unpaid-mail.ts'
import { cancelOverdue } from '../../../server/domain/orders/settle/cancel-overdue.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const dayMs = 24 * 3_600_000

async function unpaid() {
  const account = await service.account({ card: null })
  return { account, order: await placed(submit(service, account)) }
}

const age = (code: string, ms: number) =>
  service.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - ms) })
    .where('code', '=', code)
    .execute()

const statusOf = async ({ code }: SubmitBody) => (await orderRow(service.db, code)).status
const html = async (path: string) => await (await service.fetch(path)).text()

verifies('orders.unpaid-ends', async () => {
  const { account, order } = await unpaid()
  await age(order.code, 30 * dayMs - 60_000)
  await cancelOverdue(service.deps)
  expect(await statusOf(order)).toBe('PENDING_PAYMENT')
  await age(order.code, 30 * dayMs + 60_000)
  await cancelOverdue(service.deps)
  expect(await statusOf(order)).toBe('CANCELLED')
  const page = await html(`/orders/${order.code}`)
  expect(page).toContain('because it was not paid by')
  expect(page).toContain('Cancelled: not paid in time')
  // The pay page refuses the payment and opens no checkout.
  expect(await html(`/orders/${order.code}/pay`)).toContain('Too late to pay')
  const pressed = await service.fetch(`/orders/${order.code}/pay`, {
    method: 'POST',
    headers: { origin: service.baseUrl },
  })
  expect(pressed.headers.get('location')).toBe(`/orders/${order.code}/pay?link=none`)
  // The order's checkout was closed with the order.
  const { checkout_session_id: session } = await orderRow(service.db, order.code)
  expect(await service.deps.payments.readCheckout(session ?? '')).toMatchObject({
    status: 'expired',
  })
  const response = await service.fetch(`/api/print/orders/${order.code}`, {
    headers: account.headers,
  })
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toMatchObject({ status: 'CANCELLED', paid: false, paymentUrl: null })
  expect('payUntil' in body).toBe(false)
})

describe('a payment', () => {
  test('that no event has reported is found before the order ends', async () => {
    const { order } = await unpaid()
    await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
    await age(order.code, 31 * dayMs)
    await cancelOverdue(service.deps)
    expect(await orderRow(service.db, order.code)).toMatchObject({
      paid: true,
      status: 'RECEIVED',
    })
  })

  test('that arrives afterwards is refunded', async () => {
    const { order } = await unpaid()
    await age(order.code, 31 * dayMs)
    // The page of the checkout stays open, because the processor cannot be asked to close it.
    const restore = service.replace({ payments: { expireCheckout: async () => {} } })
    await cancelOverdue(service.deps)
    restore()
    expect(await statusOf(order)).toBe('CANCELLED')
    await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
    await service.stripe.deliver()
    expect(await statusOf(order)).toBe('CANCELLED')
    expect(await service.stripe.charges({ orderCode: order.code })).toMatchObject({
      succeeded: 1,
      refundedCents: 800,
    })
  })

  test('cannot be ruled out while the processor is unavailable, so the order waits', async () => {
    const { order } = await unpaid()
    await age(order.code, 31 * dayMs)
    await service.stripe.fault({
      path: '/v1/checkout/sessions/*',
      when: 'before',
      outcome: { status: 500 },
      times: 'always',
    })
    await cancelOverdue(service.deps)
    await service.stripe.clearFaults()
    expect(await statusOf(order)).toBe('PENDING_PAYMENT')
  })
})

test('an order that an operator cancels is not reported as too late', async () => {
  const { order } = await unpaid()
  await service.deps.orders.setStatus(order.code, { status: 'CANCELLED', tracking: null, by: 'x' })
  expect(await html(`/orders/${order.code}`)).not.toContain('not paid')
  expect(await html(`/orders/${order.code}/pay`)).toContain('Nothing to pay')
})

test('responses, pages and the email state the payment deadline', async () => {
  const { account, order } = await unpaid()
  const { created_at: createdAt } = await orderRow(service.db, order.code)
  const until = new Date(createdAt.getTime() + 30 * dayMs).toISOString()
  const day = until.slice(0, 10)
  const message = `The order is saved but not paid (No card on file); pay $8.00 at paymentUrl by ${day} and it goes into review.`
  expect(order).toMatchObject({ payUntil: until, message })
  const read = await service.fetch(`/api/print/orders/${order.code}`, { headers: account.headers })
  expect(await read.json()).toMatchObject({ payUntil: until, message })
  for (const path of [`/orders/${order.code}`, `/orders/${order.code}/pay`]) {
    expect(await html(path)).toContain(`<time datetime="${until}">`)
  }
  const stored = await service.deps.orders.readByCode(order.code)
  if (stored === null) throw new Error('no order')
  expect(unpaidMail(stored, 'a@example.com', 'https://farm.example').text).toContain(
    `The order can be paid until ${day}; then it is cancelled.`,
  )
})
