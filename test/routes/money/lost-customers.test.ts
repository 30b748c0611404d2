// An account whose customer no longer exists at the processor: deleted there, or belonging to another mode or account
// of the processor. Every entry point continues with a new customer, without a card, and no sentence shows an id of
// the processor.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { reconcileCharges } from '../../../server/domain/orders/settle/reconcile.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { buyer, checkoutBody, post, storeCube } from '../../../testing/people/shop.ts'
import { placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let account: TestAccount
let cookie: string
beforeEach(async () => {
  const person = await buyer(service)
  account = await service.account(person)
  cookie = person.cookie
})
afterEach(() => service.stripe.clearFaults())

const gone = () => `cus_gone${account.accountId.replaceAll('-', '').slice(0, 8)}`
const anyId = /(?:cus|pm|pi|ch|re|cs)_\w/

async function loseCustomer(): Promise<void> {
  await service.db
    .updateTable('accounts')
    .set({ customer_id: customerIdOf(gone()) })
    .where('id', '=', account.accountId)
    .execute()
}

async function customerId(): Promise<string> {
  const found = await service.deps.accounts.read(account.accountId)
  return found?.customerId ?? 'none'
}

const read = async (path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${service.stripe.secretKey}` }
  return await (await fetch(`${service.stripe.baseUrl}${path}`, { headers })).json()
}

/** Returns the customer of the session behind a hosted page. */
async function payerOf(url: string): Promise<unknown> {
  const [id] = /cs_\w+/.exec(url) ?? []
  const session = (await read(`/v1/checkout/sessions/${id}`)) as { customer: unknown }
  return session.customer
}

async function accountPage(): Promise<string> {
  return await (await service.fetch('/account', { headers: { cookie } })).text()
}

const press = ({ code }: Pick<SubmitBody, 'code'>, as: { cookie?: string } = {}) =>
  service.fetch(`/orders/${code}/pay`, {
    method: 'POST',
    headers: { origin: service.baseUrl, ...as },
  })

describe('every entry point', () => {
  beforeEach(loseCustomer)

  /** Expects one new customer; the card was lost with the former one. */
  async function expectReplaced(): Promise<void> {
    const now = await customerId()
    expect(now).not.toBe(gone())
    expect(await read(`/v1/customers/${now}`)).toMatchObject({ email: account.email })
    const saved = await service.deps.accounts.read(account.accountId)
    expect(saved).toMatchObject({ card: null, cardLostAt: expect.any(Date) })
    const page = await accountPage()
    expect(page).toContain('Your saved card is gone')
    expect(page).not.toMatch(anyId)
  }

  test('a submit is saved unpaid, and can be paid by its link', async () => {
    const order = await placed(submit(service, account))
    expect(order).toMatchObject({
      paid: false,
      message: expect.stringContaining(
        'The order is saved but not paid (The card processor has no record of the saved card); pay $8.00 at paymentUrl',
      ),
    })
    expect(JSON.stringify({ ...order, checkoutUrl: null })).not.toMatch(anyId)
    expect(await accountPage()).toContain('Your saved card is gone')
    expect(await placed(submit(service, account))).toMatchObject({
      message: expect.stringContaining('No card on file'),
    })
    await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
    await service.stripe.deliver()
    expect(await orderRow(service.db, order.code)).toMatchObject({ paid: true })
  })

  test('the payment page needs no customer for a guest, and a new one for the owner', async () => {
    const order = await placed(submit(service, account))
    const guest = await press(order)
    expect([guest.status, await payerOf(guest.headers.get('location') ?? '')]).toEqual([303, null])
    await service.deps.payments.expireCheckout(
      (await orderRow(service.db, order.code)).checkout_session_id ?? '',
    )
    const owner = await press(order, { cookie })
    expect(owner.status).toBe(303)
    expect(await payerOf(owner.headers.get('location') ?? '')).toBe(await customerId())
    await expectReplaced()
  })

  test('a checkout of the website is paid by the new customer', async () => {
    const modelUrl = await storeCube(service, account, 30)
    const [status, body] = await post(
      service,
      { cookie },
      '/api/checkout',
      checkoutBody([{ modelUrl, color: 'Black' }]),
    )
    expect(status).toBe(201)
    expect(await payerOf(String(body.checkoutUrl))).toBe(await customerId())
    await expectReplaced()
  })

  test.each([
    [
      'a gift card',
      '/api/gift-cards/purchase',
      { amountCents: 500, recipientEmail: 'g@x.example' },
    ],
    ['credits', '/api/account/credits', { pack: 10 }],
  ])('buying %s is paid by the new customer', async (_, path, body) => {
    const [status, bought] = await post(service, { cookie }, path, body)
    expect(status).toBe(200)
    expect(await payerOf(String(bought.checkoutUrl))).toBe(await customerId())
    await expectReplaced()
  })

  verifies(
    'accounts.customer-replaced',
    'saving a card completes with a new customer',
    async () => {
      const [status, opened] = await post(service, { cookie }, '/api/account/card', {})
      expect(status).toBe(200)
      await expectReplaced()
      const saved = await visitHostedPage(String(opened.url), { number: '4242424242424242' })
      expect(saved.kind).toBe('redirected')
      await service.stripe.deliver()
      expect(await service.deps.accounts.read(account.accountId)).toMatchObject({
        card: { last4: '4242', customerId: await customerId() },
        cardLostAt: null,
      })
      expect(await accountPage()).not.toContain('Your saved card is gone')
      expect(await placed(submit(service, account))).toMatchObject({ paid: true })
    },
  )

  test('concurrent requests use one new customer', async () => {
    const opened = await Promise.all(
      [1, 2, 3].map(() => post(service, { cookie }, '/api/account/credits', { pack: 10 })),
    )
    expect(opened.map(([status]) => status)).toEqual([200, 200, 200])
    const payers = await Promise.all(opened.map(([, body]) => payerOf(String(body.checkoutUrl))))
    expect(new Set(payers)).toEqual(new Set([await customerId()]))
  })
})

test('the event of a deleted customer removes the card from its account', async () => {
  const event = {
    id: `evt_${account.accountId}`,
    object: 'event',
    type: 'customer.deleted',
    created: Math.floor(service.deps.clock.now().getTime() / 1000),
    data: { object: { id: account.customerId, object: 'customer', deleted: true } },
  }
  const body = JSON.stringify(event)
  const mac = createHmac('sha256', service.webhookSecret)
    .update(`${event.created}.${body}`)
    .digest('hex')
  const sent = await service.fetch(
    '/api/billing/webhook',
    rawPost(body, { 'stripe-signature': `t=${event.created},v1=${mac}` }),
  )
  expect(sent.status).toBe(200)
  expect(await service.deps.accounts.read(account.accountId)).toMatchObject({ card: null })
  expect(await accountPage()).toContain('Your saved card is gone')
})

describe('an earlier charge that is not settled', () => {
  /** Places an order with a charge whose response and event are lost; then the customer is deleted. */
  async function unsettled(paidAtProcessor: boolean): Promise<string> {
    await service.stripe.fault({
      path: '/v1/payment_intents',
      method: 'POST',
      when: paidAtProcessor ? 'after' : 'before',
      outcome: 'reset',
      times: 3,
    })
    const { code } = await placed(submit(service, account))
    await service.stripe.clearFaults()
    await loseCustomer()
    await service.db
      .updateTable('orders')
      .set({
        charge_customer_id: customerIdOf(gone()),
        // The processor may have forgotten the key of the charge.
        created_at: new Date(Date.now() - 23.5 * 3_600_000),
        updated_at: new Date(Date.now() - 3_600_000),
        charge_checked_at: new Date(Date.now() - 3_600_000),
      })
      .where('code', '=', code)
      .execute()
    return code
  }

  test('is found among the payments of that period, and pays its order', async () => {
    const code = await unsettled(true)
    expect(await orderRow(service.db, code)).toMatchObject({ charge_state: 'unknown' })
    // A page, which anyone can open, reads less, and reports nothing as unpaid.
    const shown = await service.fetch(`/orders/${code}/pay`)
    expect(await shown.text()).toContain('A payment is in progress')
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect(await orderRow(service.db, code)).toMatchObject({ paid: true, status: 'RECEIVED' })
    expect(await service.stripe.charges({ orderCode: code })).toMatchObject({ succeeded: 1 })
  })

  test('that is not among them counts as never made', async () => {
    const code = await unsettled(false)
    await reconcileCharges(service.deps, { startedSecondsAgo: 0 })
    expect(await orderRow(service.db, code)).toMatchObject({
      paid: false,
      charge_state: 'not_made',
    })
  })
})

describe('a call that the processor refuses', () => {
  const refuse = (path: string) =>
    service.stripe.fault({ method: 'POST', path, when: 'before', outcome: { status: 400 } })

  test.each([
    ['/v1/checkout/sessions', '/api/account/card', {}],
    ['/v1/checkout/sessions', '/api/account/credits', { pack: 10 }],
    [
      '/v1/checkout/sessions',
      '/api/gift-cards/purchase',
      { amountCents: 500, recipientEmail: 'g@x.example' },
    ],
  ])('%s: %s is 502', async (call, path, body) => {
    await refuse(call)
    const [status, response] = await post(service, { cookie }, path, body)
    expect(status).toBe(502)
    expect(response.error).toStartWith('The card processor refused this: ')
    expect(response.error).toEndWith('Nothing was charged.')
  })

  test('for the first customer leads to a 502', async () => {
    const person = { cookie: await service.signIn(`${crypto.randomUUID()}@example.com`) }
    await refuse('/v1/customers')
    expect((await post(service, person, '/api/account/card', {}))[0]).toBe(502)
    // Nothing is left behind that would block a later attempt.
    expect((await post(service, person, '/api/account/card', {}))[0]).toBe(200)
  })

  test('is reported on the payment page with 502', async () => {
    const order = await placed(submit(service, await service.account({ card: null })))
    const { checkout_session_id: opened } = await orderRow(service.db, order.code)
    await service.deps.payments.expireCheckout(opened ?? '')
    await refuse('/v1/checkout/sessions')
    const refused = await press(order)
    expect(refused.status).toBe(502)
    expect(await refused.text()).toContain('The card processor refused the payment page')
    expect((await press(order)).status).toBe(303)
  })

  test('saves a submit and a checkout of the website without a page', async () => {
    await refuse('/v1/checkout/sessions')
    const order = await placed(submit(service, await service.account({ card: null })))
    expect(order).toMatchObject({ paid: false, checkoutUrl: null })
    const modelUrl = await storeCube(service, account, 30)
    await refuse('/v1/checkout/sessions')
    const body = checkoutBody([{ modelUrl, color: 'Black' }])
    const response = await service.fetch('/api/checkout', jsonPost(body, { cookie }))
    expect([response.status, await response.json()]).toEqual([
      201,
      expect.objectContaining({ checkoutUrl: null }),
    ])
  })
})
