// Checkout of a signed-in buyer with a saved card: one button names the card and the amount, and charges it once.
import { expect, test } from 'bun:test'
import type { CustomerId } from '../../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { buyer, giftCard, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf } from '../../../testing/people/visitor.ts'

const { service } = useShop()

async function shopper(card: string | null = 'pm_card_visa', sizes: readonly number[] = [40]) {
  const who = await buyer(service)
  const { customerId } = await service.account({
    email: who.email,
    accountId: who.accountId,
    card,
    unattached: card !== null && card !== 'pm_card_visa',
  })
  const visitor = createVisitor(service, who)
  for (const sizeMm of sizes) await visitor.add(sizeMm, { color: 'Black' })
  const page = await visitor.get('/checkout')
  const hidden = (name: string, html = page.html) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const form = (html = page.html): Record<string, string> => ({
    ...ADDRESS,
    email: who.email,
    country: 'US',
    action: 'card',
    key: keyOf(html),
    shownCents: hidden('shownCents', html),
    expectedTotalCents: hidden('expectedTotalCents', html),
    shownCard: hidden('shownCard', html),
  })
  return {
    who,
    customerId,
    visitor,
    html: page.html,
    form,
    pay: (more: Record<string, string> = {}) => visitor.post('/checkout', { ...form(), ...more }),
    orders: () =>
      service.db
        .selectFrom('orders')
        .select(['code', 'status', 'paid', 'charge_state', 'total_cents', 'gift_cents'])
        .where('account_id', '=', who.accountId)
        .orderBy('created_at')
        .execute(),
    /** Returns the number of successful charges of the account's cards, and their sum in cents. */
    charged: async () => {
      if (customerId === null) return [0, 0]
      const { succeeded, amountCents } = await service.stripe.charges({ customer: customerId })
      return [succeeded, amountCents]
    },
  }
}

test('one press pays the order and empties the basket', async () => {
  const { html, pay, orders, charged, visitor } = await shopper('pm_card_visa', [40, 30])
  // 4.32 + 1.80 and postage.
  expect(html).toContain('Pay $13.12 by Visa ending in 4242')
  expect(html).toContain('Pay with another card')
  const paid = await pay()
  const [order] = await orders()
  expect([paid.status, paid.location]).toEqual([303, `/orders/${order?.code}?paid=1`])
  expect(order).toMatchObject({ status: 'RECEIVED', paid: true, charge_state: 'succeeded' })
  expect(await charged()).toEqual([1, 1312])
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
  expect((await visitor.get(paid.location ?? '')).html).toContain('We received your payment')
})

test('a double click, also with concurrent requests, charges once', async () => {
  const { pay, orders, charged } = await shopper()
  await Promise.all([pay(), pay(), pay()])
  await pay()
  expect(await orders()).toMatchObject([{ paid: true }])
  expect(await charged()).toEqual([1, 1132])
})

test('nothing is charged without the amounts of the button, or when they have changed', async () => {
  const { pay, orders, charged } = await shopper()
  for (const more of [
    { shownCents: '' },
    { expectedTotalCents: '' },
    { shownCents: '1131' },
    { expectedTotalCents: '1131' },
    // The postage differs.
    { country: 'DE', state: 'Berlin', zip: '10115' },
  ]) {
    const { status, html } = await pay(more)
    expect([more, [200, 409].includes(status), html.includes('<h1>Checkout')]).toEqual([
      more,
      true,
      true,
    ])
  }
  expect(await orders()).toEqual([])
  expect(await charged()).toEqual([0, 0])
})

test('a decline returns with its reason and the full basket; another card pays', async () => {
  const { pay, orders, charged, visitor, form } = await shopper('pm_card_chargeCustomerFail')
  const declined = await pay()
  expect(declined.status).toBe(409)
  for (const text of ['Your card was declined. No money was taken', 'cube-40.stl']) {
    expect(declined.html).toContain(text)
  }
  // Its order was abandoned, so nothing holds the lines or a gift card.
  expect(declined.html).not.toContain('waits for its')
  expect(await orders()).toMatchObject([
    { status: 'CANCELLED', paid: false, charge_state: 'declined' },
  ])
  expect(await charged()).toEqual([0, 0])
  const other = await visitor.post('/checkout', { ...form(declined.html), action: 'order' })
  await visitHostedPage(other.location ?? '', { number: '4242424242424242' })
  await service.stripe.deliver()
  expect(await orders()).toMatchObject([
    { status: 'CANCELLED', paid: false },
    { status: 'RECEIVED', paid: true },
  ])
  expect(await charged()).toEqual([1, 1132])
})

test('a decline whose order was paid meanwhile leads to that order', async () => {
  const { pay, orders } = await shopper('pm_card_chargeDeclined')
  const { orders: stored } = service.deps
  const undo = service.replace({
    orders: {
      settleCharge: async (...outcome: Parameters<typeof stored.settleCharge>) => {
        const order = await stored.settleCharge(...outcome)
        const location = await payPageOf(order.code)
        await visitHostedPage(location, { number: '4242424242424242' })
        return order
      },
    },
  })
  const { location } = await pay()
  undo()
  const [order] = await orders()
  expect(location).toBe(`/orders/${order?.code}/pay`)
  expect(await orders()).toMatchObject([{ paid: true }])
})

/** Opens the processor's page for an order from the order's page. */
async function payPageOf(code: string): Promise<string> {
  const { location } = await createVisitor(service).post(`/orders/${code}/pay`, {})
  return location ?? ''
}

test.each(['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required'])(
  '%s is confirmed on the processor’s page',
  async (card) => {
    const { pay, orders } = await shopper(card)
    const { location } = await pay()
    expect(location).toMatch(/\/checkout\/cs_/)
    await visitHostedPage(location ?? '', { number: '4242424242424242' })
    await service.stripe.deliver()
    expect(await orders()).toMatchObject([{ status: 'RECEIVED', paid: true }])
  },
)

test('with a gift card, the rest is paid on the processor’s page', async () => {
  const { who, visitor, form, orders, charged } = await shopper()
  const code = await giftCard(service, who, 1000)
  const { html } = await visitor.post('/checkout', { ...form(), action: 'update', giftCard: code })
  expect(html).toContain('Pay $1.32</button>')
  expect(html).not.toContain('ending in 4242')
  // A form that still has the button charges no card either.
  const shown = { ...form(), shownCents: '132', key: keyOf(html), giftCard: code }
  const { location } = await visitor.post('/checkout', shown)
  expect(location).toMatch(/\/checkout\/cs_/)
  expect(await orders()).toMatchObject([{ paid: false, charge_state: 'none', gift_cents: 1000 }])
  // $10.00 for the gift card itself.
  expect(await charged()).toEqual([1, 1000])
  await visitHostedPage(location ?? '', { number: '4242424242424242' })
  await service.stripe.deliver()
  expect(await orders()).toMatchObject([{ paid: true, total_cents: 1132, gift_cents: 1000 }])
  expect(await charged()).toEqual([2, 1132])
})

test('a card that was replaced in another tab is named before it is charged', async () => {
  const { customerId, pay, visitor, form, orders, charged } = await shopper()
  const waiting = await pay({ action: 'order' })
  const card = await service.stripe.call('/v1/payment_methods/pm_card_mastercard/attach', {
    customer: customerId ?? '',
  })
  await service.deps.accounts.saveCard({
    customerId: customerId as CustomerId,
    paymentMethodId: paymentMethodIdOf((card as { id: string }).id),
    brand: 'mastercard',
    last4: '4444',
  })
  for (const shownCard of [form()['shownCard'] ?? '', '']) {
    const refused = await pay({ shownCard })
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('Your account has another saved card now')
    expect(refused.html).toMatch(/Pay \$11.32 by Mastercard ending in 4444/)
    // Nothing was written, and the waiting order can still be paid.
    expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT', paid: false }])
  }
  expect(await charged()).toEqual([0, 0])
  const { html } = await visitor.get('/checkout')
  expect(html).not.toContain('pm_')
  await visitor.post('/checkout', form(html))
  expect(waiting.location).toMatch(/\/checkout\/cs_/)
  expect(await orders()).toMatchObject([
    { status: 'CANCELLED' },
    { status: 'RECEIVED', paid: true },
  ])
  expect(await charged()).toEqual([1, 1132])
})

const broken = () => {
  throw new Error('broken on purpose')
}

test.each([
  ['the charge', { payments: { chargeSavedCard: broken } }],
  ['reading the order', { orders: { readByCode: broken } }],
])('the page names the order when %s fails after it was written', async (_, ports) => {
  const { pay, orders, charged } = await shopper()
  const undo = service.replace(ports)
  const failed = await pay()
  undo()
  const [order, ...others] = await orders()
  expect([failed.status, others]).toEqual([500, []])
  expect(failed.html).toContain(`Order ${order?.code} is placed`)
  expect(failed.html).toContain(`href="/orders/${order?.code}"`)
  expect(service.logs()).toContainEqual(
    expect.objectContaining({ event: 'order.unconfirmed', code: order?.code }),
  )
  // The form leads to the order and places no other.
  expect((await pay()).location).toStartWith(`/orders/${order?.code}`)
  expect(await orders()).toHaveLength(1)
  expect(await charged()).toEqual([0, 0])
})

test('submitting the form of a paid order again orders the current basket', async () => {
  const { pay, orders, charged, visitor, form } = await shopper()
  await pay()
  await visitor.add(30, { color: 'Black' })
  const refused = await pay()
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('The total is now')
  const placed = await visitor.post('/checkout', form(refused.html))
  const [first, second] = await orders()
  expect(placed.location).toBe(`/orders/${second?.code}?paid=1`)
  // 4.32 and 3.00, each with postage of 7.00; the second is the minimum.
  expect([first, second]).toMatchObject([{ paid: true }, { paid: true }])
  const [count, cents] = await charged()
  expect([count, cents]).toEqual([2, (first?.total_cents ?? 0) + (second?.total_cents ?? 0)])
  // The same parts again, through the first form.
  await visitor.add(40, { color: 'Black' })
  const again = await pay()
  const [, , third] = await orders()
  expect(again.location).toBe(`/orders/${third?.code}?paid=1`)
  expect(third).toMatchObject({ paid: true, total_cents: 1132 })
  expect((await charged())[0]).toBe(3)
})

test('a second press that read the basket before the first one paid leads to its order', async () => {
  const { who, pay, orders, charged } = await shopper()
  const { baskets } = service.deps
  const before = await baskets.readOfAccount(who.accountId)
  await pay()
  const reads = [before]
  service.replace({
    baskets: {
      readOfAccount: async (id: typeof who.accountId) =>
        reads.pop() ?? (await baskets.readOfAccount(id)),
    },
  })
  const { location } = await pay()
  const [only, ...others] = await orders()
  expect([location, others]).toEqual([`/orders/${only?.code}/pay`, []])
  expect(await charged()).toEqual([1, 1132])
})

test('guests, accounts without a card and forms of other sites charge nothing', async () => {
  const guest = createVisitor(service)
  await guest.add(40)
  expect((await guest.get('/checkout')).html).not.toContain('ending in')
  const none = await shopper(null)
  expect(none.html).not.toContain('ending in')
  // The card was removed while the page was open: the processor's page asks for a card.
  expect((await none.pay()).location).toMatch(/\/checkout\/cs_/)
  const owner = await shopper()
  await owner.visitor.post('/checkout', owner.form(), 'https://elsewhere.example')
  expect(await owner.orders()).toEqual([])
  expect(await owner.charged()).toEqual([0, 0])
})

test('the page reads the account once', async () => {
  const { visitor } = await shopper()
  const { read } = service.deps.accounts
  let reads = 0
  const undo = service.replace({
    accounts: {
      read: (id) => {
        reads += 1
        return read(id)
      },
    },
  })
  await visitor.get('/checkout')
  undo()
  expect(reads).toBe(1)
})
