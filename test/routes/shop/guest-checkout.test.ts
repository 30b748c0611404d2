// Checking out without an account.
import { expect, test } from 'bun:test'
import { limits } from '../../../server/domain/limits/table.ts'
import { buyer, giftCard, mailTo, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf } from '../../../testing/people/visitor.ts'

const { service, ada } = useShop()

const newEmail = () => `${crypto.randomUUID()}@example.com`

async function guest(email: string, headers: Readonly<Record<string, string>> = {}) {
  const visitor = createVisitor(service, null, headers)
  await visitor.add(40, { color: 'Black' })
  const order = async (more: Record<string, string> = {}) => {
    const key = keyOf((await visitor.get('/checkout')).html)
    const fields = { ...ADDRESS, email, country: 'US', action: 'order', key, ...more }
    return await visitor.post('/checkout', fields)
  }
  return { visitor, order }
}

const orderOf = async (email: string) =>
  await service.db
    .selectFrom('orders')
    .select(['code', 'account_id', 'paid', 'state', 'city'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

test('a guest orders and pays, and gets the confirmation', async () => {
  const email = newEmail()
  const { visitor, order } = await guest(email)
  const checkout = await visitor.get('/checkout')
  expect(checkout.status).toBe(200)
  for (const text of ['You need no account.', 'Pay $11.32']) expect(checkout.html).toContain(text)
  const placed = await order()
  await pay(service, placed.location ?? '')
  const { code, paid } = await orderOf(email)
  expect(paid).toBe(true)
  expect(await mailTo(service, email)).toContain(`Thank you for your order ${code}.`)
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('an order for the email of an account shows, uses and changes nothing of it', async () => {
  const who = await buyer(service)
  const asAccount = createVisitor(service, who)
  await asAccount.add(30, { color: 'Black' })
  const stranger = newEmail()
  const [known, unknown] = await Promise.all([guest(who.email), guest(stranger)])
  const placed = await known.order()
  const other = await unknown.order()
  // The same responses, whether the email has an account or not.
  expect([placed.status, placed.location?.replace(/cs_\w+/, '')]).toEqual([
    other.status,
    other.location?.replace(/cs_\w+/, ''),
  ])
  await pay(service, placed.location ?? '')
  const order = await orderOf(who.email)
  expect(order.account_id).not.toBe(who.accountId)
  expect(order.account_id).toMatch(/^guest-/)
  // The account's basket, and what the guest sees.
  expect((await asAccount.get('/basket')).html).toContain('cube-30.stl')
  await known.visitor.add(20, { color: 'Black' })
  const { html } = await known.visitor.get('/checkout')
  for (const text of [who.email, ADDRESS.street1]) expect(html).not.toContain(text)
  // No customer, so no saved card, at the processor.
  const { customer_id: customer } = await service.db
    .selectFrom('accounts')
    .select('customer_id')
    .where('id', '=', order.account_id)
    .executeTakeFirstOrThrow()
  expect(customer).toBeNull()
})

test('nobody can sign in to the account of a guest', async () => {
  const email = newEmail()
  const { order } = await guest(email)
  await order()
  const { account_id: id } = await orderOf(email)
  const users = await service.service.database.pool.query(
    'select 1 from auth_users where id = $1',
    [id],
  )
  expect(users.rowCount).toBe(0)
})

test('a guest pays with a gift card, and cannot try codes without end', async () => {
  const code = await giftCard(service, ada, 5000)
  const email = newEmail()
  const { visitor, order } = await guest(email)
  const typed = { ...ADDRESS, email, country: 'US', action: 'update', key: crypto.randomUUID() }
  const applied = await visitor.post('/checkout', { ...typed, giftCard: code })
  expect(applied.html).toContain('Order for $11.32 of the gift card')
  // 4.32 and postage: the gift card pays for everything.
  const placed = await order({ giftCard: code, shownCents: '0' })
  expect(placed.location).toMatch(/^\/orders\/ORD-/)
  expect((await orderOf(email)).paid).toBe(true)
  await visitor.add(30, { color: 'Black' })
  const wrong = {
    ...ADDRESS,
    email,
    country: 'US',
    action: 'update',
    giftCard: 'GIFT-AAAA-AAAA-AAAA',
  }
  const statuses: number[] = []
  for (let sent = 0; sent < limits['guest-gift-cards'].limit; sent++) {
    statuses.push((await visitor.post('/checkout', { ...wrong, key: crypto.randomUUID() })).status)
  }
  expect(statuses.at(-1)).toBe(429)
})

test('a day has so many orders for one email, and an hour for one network', async () => {
  await service.db.deleteFrom('rate_counters').execute()
  const email = newEmail()
  const { order } = await guest(email)
  const statuses: number[] = []
  for (let sent = 0; sent <= limits['guest-checkout-email'].limit; sent++) {
    statuses.push((await order({ note: `${sent}` })).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(statuses.at(-1)).toBe(429)
})

test('the country of the browser’s language has its postage, and no state where addresses have none', async () => {
  const email = newEmail()
  const { visitor, order } = await guest(email, { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' })
  const basket = await visitor.get('/basket')
  // 4.32 and 30.00.
  expect(basket.html).toContain('$34.32')
  expect((await visitor.get('/quote')).html).toMatch(/<option value="DE" selected(?:="")?>/)
  const checkout = await visitor.get('/checkout')
  expect(checkout.html).toContain('Pay $34.32')
  expect(checkout.html).not.toContain('name="state"')
  await order({ country: 'DE', city: 'Berlin', zip: '10623', state: '' })
  expect(await orderOf(email)).toMatchObject({ city: 'Berlin', state: 'Berlin' })
  // A choice counts more than the language.
  const chosen = await visitor.post('/basket', { country: 'US', next: 'checkout' })
  expect(chosen.location).toBe('/checkout')
  expect((await visitor.get('/checkout')).html).toContain('name="state"')
})

test('who signs in afterwards keeps the basket and the order that waits', async () => {
  const { visitor, order } = await guest(newEmail())
  const placed = await order()
  const who = await buyer(service)
  for (const pair of who.cookie.split('; ')) visitor.keep([pair])
  expect((await visitor.get('/basket')).html).toContain('waits for its payment')
  await pay(service, placed.location ?? '')
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})
