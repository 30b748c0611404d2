// Checking out without an account.
import { expect, test } from 'bun:test'
import { sweepGuests } from '../../../server/db/cart/sweep-guests.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { limits } from '../../../server/domain/limits/table.ts'
import { buyer, giftCard, mailTo, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'

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
  const mail = await mailTo(service, email)
  expect(mail).toContain(`Thank you for your order ${code}.`)
  // The email says "Ships by Tue, Dec 1. Arrives ..."; the page says "Ships by Tuesday, December 1." and "Arrives
  // ...".
  const [, weekday = '', day = '', arrival = ''] =
    /^Ships by (\w{3}), (\w{3} \d+)\. (Arrives .+ to .+\.)$/m.exec(mail) ?? []
  expect([weekday, day]).not.toContain('')
  const page = (await visitor.get(`/orders/${code}`)).html
  const long = new RegExp(`Ships by ${weekday}\\w+, ${day.replace(' ', '\\w* ')}\\.`)
  expect(page).toMatch(long)
  expect(page).toContain(arrival)
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('an order for the email of an account neither shows, uses nor changes its data', async () => {
  const who = await buyer(service)
  const asAccount = createVisitor(service, who)
  await asAccount.add(30, { color: 'Black' })
  const stranger = newEmail()
  const [known, unknown] = await Promise.all([guest(who.email), guest(stranger)])
  const placed = await known.order()
  const other = await unknown.order()
  // The responses are the same, whether the email has an account or not.
  expect([placed.status, placed.location?.replace(/cs_\w+/, '')]).toEqual([
    other.status,
    other.location?.replace(/cs_\w+/, ''),
  ])
  await pay(service, placed.location ?? '')
  const order = await orderOf(who.email)
  expect(order.account_id).not.toBe(who.accountId)
  expect(order.account_id).toMatch(/^guest-/)
  // The account's basket, and the view of the guest.
  expect((await asAccount.get('/basket')).html).toContain('cube-30.stl')
  await known.visitor.add(20, { color: 'Black' })
  const { html } = await known.visitor.get('/checkout')
  for (const text of [who.email, ADDRESS.street1]) expect(html).not.toContain(text)
  // The processor has no customer, so no saved card.
  const { customer_id: customer } = await service.db
    .selectFrom('accounts')
    .select('customer_id')
    .where('id', '=', order.account_id)
    .executeTakeFirstOrThrow()
  expect(customer).toBeNull()
})

test("a guest's account cannot be signed in to", async () => {
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

test('a guest pays with a gift card, and attempts at codes are limited', async () => {
  const code = await giftCard(service, ada, 5000)
  const email = newEmail()
  const { visitor, order } = await guest(email)
  const typed = { ...ADDRESS, email, country: 'US', action: 'update', key: crypto.randomUUID() }
  const applied = await visitor.post('/checkout', { ...typed, giftCard: code })
  expect(applied.html).toContain('Order for $11.32 of the gift card')
  // 4.32 and postage: the gift card pays the full amount.
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

test('orders are limited per email and day, and per network and hour', async () => {
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
  expect(basket.html).toContain('34,32\u00a0$')
  expect((await visitor.get('/quote')).html).toMatch(/<option value="DE" selected(?:="")?>/)
  const checkout = await visitor.get('/checkout')
  expect(checkout.html).toContain('1 Teil, 34,32\u00a0$.')
  expect(checkout.html).not.toContain('name="state"')
  await order({ country: 'DE', city: 'Berlin', zip: '10623', state: '' })
  expect(await orderOf(email)).toMatchObject({ city: 'Berlin', state: 'Berlin' })
  // An explicit choice overrides the language.
  const chosen = await visitor.post('/basket', { country: 'US', next: 'checkout' })
  expect(chosen.location).toBe('/checkout?country=US')
  expect((await visitor.get('/checkout')).html).toContain('name="state"')
})

test('a guest who signs in afterwards keeps the basket and the waiting order', async () => {
  const { visitor, order } = await guest(newEmail())
  const placed = await order()
  const who = await buyer(service)
  for (const pair of who.cookie.split('; ')) visitor.keep([pair])
  expect((await visitor.get('/basket')).html).toContain('waits for its payment')
  await pay(service, placed.location ?? '')
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

const accountOf = async (visitor: Awaited<ReturnType<typeof guest>>['visitor']) => {
  const { rows } = await service.service.database.pool.query<{ id: string; guest: string | null }>(
    `select basket.id, (select id from accounts where id = 'guest-' || basket.id) as guest
     from baskets basket join basket_lines line on line.basket_id = basket.id where line.id = $1`,
    [lineId((await visitor.get('/basket')).html)],
  )
  return rows[0]
}

test('pricing with a gift card creates no account and stores no model', async () => {
  const code = await giftCard(service, ada, 500)
  const { visitor } = await guest(newEmail())
  const typed = { ...ADDRESS, email: newEmail(), country: 'US', action: 'update', key: keyOf('') }
  const applied = await visitor.post('/checkout', { ...typed, giftCard: code })
  // 11.32 minus 5.00.
  expect(applied.html).toContain('Pay $6.32')
  expect(await accountOf(visitor)).toMatchObject({ guest: null })
})

test('accounts and models of guests end with their baskets and orders', async () => {
  const [never, waits, done] = await Promise.all([guest(''), guest(''), guest('')])
  // The checkout is refused after the guest was admitted: the amount differs from the one shown.
  const refused = await never.order({ email: newEmail(), shownCents: '1' })
  expect(refused.status).toBe(409)
  await waits.order({ email: newEmail() })
  await done.order({ email: newEmail() })
  const [neverId, waitsId, doneId] = await Promise.all(
    [never, waits, done].map(async ({ visitor }) =>
      accountIdOf((await accountOf(visitor))?.guest ?? ''),
    ),
  )
  await service.db
    .updateTable('orders')
    .set({ status: 'CANCELLED' })
    .where('account_id', '=', doneId ?? accountIdOf(''))
    .execute()
  const left = async () => {
    const ids = [neverId, waitsId, doneId]
    const { rows } = await service.service.database.pool.query<{ id: string; models: number }>(
      `select id, (select count(*)::int from models where account_id = accounts.id) as models
       from accounts where id = any($1)`,
      [ids],
    )
    return ids.map((id) => rows.find((row) => row.id === id)?.models ?? null)
  }
  await sweepGuests(service.db)
  // Their baskets still exist.
  expect(await left()).toEqual([1, 1, 1])
  await service.service.database.pool.query("delete from baskets where 'guest-' || id = any($1)", [
    [neverId, waitsId, doneId],
  ])
  await sweepGuests(service.db)
  expect(await left()).toEqual([null, 1, 0])
})

test('at the end of the retention the names of a guest’s files are removed', async () => {
  const email = newEmail()
  const { order } = await guest(email)
  await order()
  const { account_id: id, code } = await orderOf(email)
  await service.db
    .updateTable('orders')
    .set({ status: 'CANCELLED', created_at: new Date(Date.now() - 3651 * 24 * 3_600_000) })
    .where('code', '=', code)
    .execute()
  await service.deps.accountRecords.anonymizeOrders(3650, 100)
  const models = await service.db
    .selectFrom('models')
    .select('file_name')
    .where('account_id', '=', id)
    .execute()
  expect(models).toEqual([{ file_name: 'removed' }])
})

test('a guest reads that invoices need an account', async () => {
  const { visitor, order } = await guest('')
  const { html } = await visitor.get('/checkout')
  expect(html).toContain('Invoices are for accounts')
  expect(html).not.toContain('name="vatId"')
  const email = newEmail()
  await order({ email, company: 'Example GmbH' })
  const { company } = await service.db
    .selectFrom('orders')
    .select('company')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(company).toBeNull()
})
