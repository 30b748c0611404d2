// A basket whose order waits for its payment: it stays full, its order is said, and one order is paid.
import { expect, test } from 'bun:test'
import { maxLines } from '../../../server/domain/cart/cart.ts'
import { remindUnpaid } from '../../../server/domain/orders/settle/remind-unpaid.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { buyer, giftCard, mailTo, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS, findOrder } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'

const { service } = useShop()

const declined = '4000000000000002'
const works = '4242424242424242'

async function shopper(sizes: readonly number[] = [40]) {
  const who = await buyer(service)
  const visitor = createVisitor(service, who)
  for (const sizeMm of sizes) await visitor.add(sizeMm, { color: 'Black' })
  const fields = { ...ADDRESS, email: who.email, country: 'US', action: 'order' }
  const order = async (key: string, more: Record<string, string> = {}) =>
    await visitor.post('/checkout', { ...fields, key, ...more })
  const newKey = async () => keyOf((await visitor.get('/checkout')).html)
  const orders = async () =>
    await service.db
      .selectFrom('orders')
      .select(['code', 'status', 'paid', 'gift_cents'])
      .where('account_id', '=', who.accountId)
      .orderBy('created_at')
      .execute()
  return { who, visitor, order, newKey, orders }
}

test('coming back without paying finds the basket, and the order that waits', async () => {
  const { visitor, order, newKey, orders } = await shopper([40, 30])
  const placed = await order(await newKey())
  expect((await visitHostedPage(placed.location ?? '', { number: declined })).kind).toBe('refused')
  const { html } = await visitor.get('/basket')
  const [first] = await orders()
  // 4.32 + 1.80 and postage.
  for (const text of [
    'cube-40.stl',
    'cube-30.stl',
    `${first?.code}</a> for $13.12 waits for its payment`,
  ]) {
    expect(html).toContain(text)
  }
  expect((await visitor.get('/checkout')).html).toContain('waits for its payment')
  // The link back on the processor's page.
  const hosted = await (await fetch(placed.location ?? '')).text()
  expect(hosted).toContain(`href="${service.baseUrl}/basket"`)
  await pay(service, placed.location ?? '')
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('a changed basket replaces the order; what was opened before cannot be paid any more', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  const key = await newKey()
  const first = await order(key)
  const id = lineId((await visitor.get('/basket')).html)
  await visitor.post('/basket', { [`quantity-${id}`]: '2', country: 'US' })
  // The form as the browser's back button shows it.
  const second = await order(key)
  expect(second.location).toMatch(/\/checkout\/cs_/)
  expect(second.location).not.toBe(first.location)
  expect((await visitHostedPage(first.location ?? '', { number: '4242424242424242' })).kind).toBe(
    'refused',
  )
  await pay(service, second.location ?? '')
  // 2 x 4.32 and postage.
  expect(await orders()).toMatchObject([
    { status: 'CANCELLED', paid: false },
    { status: 'RECEIVED', paid: true },
  ])
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('a second tab leads to the order that the first one paid, also before the event arrives', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  const [one, two] = [await newKey(), await newKey()]
  const first = await order(one)
  await visitHostedPage(first.location ?? '', { number: '4242424242424242' })
  const second = await order(two)
  const [only, ...others] = await orders()
  expect(others).toEqual([])
  expect(second.location).toBe(`/orders/${only?.code}/pay`)
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
  await service.stripe.deliver({ again: true, copies: 2 })
  expect(await service.stripe.charges({ orderCode: only?.code ?? '' })).toMatchObject({
    succeeded: 1,
  })
  expect(await orders()).toHaveLength(1)
})

test('tabs that order at the same time place one order that can be paid', async () => {
  const { order, newKey, orders } = await shopper()
  const keys = [await newKey(), await newKey(), await newKey()]
  const placed = await Promise.all(keys.map((key) => order(key)))
  const open = (await orders()).filter(({ status }) => status === 'PENDING_PAYMENT')
  expect(open).toHaveLength(1)
  let paid = 0
  for (const page of new Set(placed.map(({ location }) => location ?? ''))) {
    if (!page.includes('/checkout/cs_')) continue
    const visit = await visitHostedPage(page, { number: works })
    if (visit.kind !== 'refused') paid += 1
  }
  expect(paid).toBe(1)
})

test('a page that opens while its order is given up is closed', async () => {
  const { who, visitor, order, newKey, orders } = await shopper()
  const { payments } = service.deps
  const opened: string[] = []
  const undo = service.replace({
    payments: {
      openCheckout: async (...request: Parameters<typeof payments.openCheckout>) => {
        const checkout = await payments.openCheckout(...request)
        opened.push(checkout.url ?? '')
        // Another tab gives the order up before its page is stored.
        await service.db
          .updateTable('orders')
          .set({ status: 'CANCELLED' })
          .where('account_id', '=', who.accountId)
          .execute()
        return checkout
      },
    },
  })
  const placed = await order(await newKey())
  undo()
  expect(placed.location).not.toContain('/checkout/cs_')
  expect(opened).toHaveLength(1)
  expect((await visitHostedPage(opened[0] ?? '', { number: works })).kind).toBe('refused')
  const [first] = await orders()
  // Nor does the order's own page open one.
  const again = await visitor.post(`/orders/${first?.code}/pay`, {})
  expect(again.location).not.toContain('/checkout/cs_')
})

test('removing a part gives its order up; an order that was paid is shown instead', async () => {
  const { visitor, order, newKey, orders } = await shopper([40, 30])
  const first = await order(await newKey())
  const id = lineId((await visitor.get('/basket')).html)
  expect((await visitor.post(`/basket/lines/${id}`, { remove: '1' })).location).toBe('/basket')
  expect(await orders()).toMatchObject([{ status: 'CANCELLED', paid: false }])
  expect((await visitHostedPage(first.location ?? '', { number: works })).kind).toBe('refused')
  const { html } = await visitor.get('/basket')
  expect(html).not.toContain('cube-40.stl')
  expect(html).toContain('cube-30.stl')
  expect(html).not.toContain('waits for its payment')
  // The second one is paid, and its event has not arrived.
  const second = await order(await newKey())
  await visitHostedPage(second.location ?? '', { number: works })
  const last = lineId((await visitor.get('/basket')).html)
  const removed = await visitor.post(`/basket/lines/${last}`, { remove: '1' })
  const [, paid] = await orders()
  expect(removed.location).toBe(`/orders/${paid?.code}/pay`)
  expect(paid).toMatchObject({ status: 'RECEIVED', paid: true })
})

test('a part is not removed while the processor does not say whether it was paid', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  await order(await newKey())
  const id = lineId((await visitor.get('/basket')).html)
  const undo = service.replace({
    payments: {
      expireCheckout: () => {
        throw new ProcessorUnavailable('down')
      },
    },
  })
  expect((await visitor.post(`/basket/lines/${id}`, { remove: '1' })).status).toBe(502)
  undo()
  expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT' }])
  expect((await visitor.get('/basket')).html).toContain('cube-40.stl')
})

test('signing in with a full basket keeps the parts that wait for a payment', async () => {
  const { who, visitor } = await shopper()
  const own = lineId((await visitor.get('/basket')).html)
  // The account's basket is full.
  await service.service.database.pool.query(
    `insert into basket_lines overriding system value select (jsonb_populate_record(line, jsonb_build_object('id', gen_random_uuid(), 'place', line.place + n))).*
      from basket_lines line, generate_series(1000001, 1000000 + $2) n where line.id = $1`,
    [own, maxLines - 1],
  )
  const guest = createVisitor(service)
  await guest.add(20, { color: 'Black' })
  const key = keyOf((await guest.get('/checkout')).html)
  await guest.post('/checkout', {
    ...ADDRESS,
    email: who.email,
    country: 'US',
    action: 'order',
    key,
  })
  await guest.add(10, { color: 'Black' })
  for (const pair of who.cookie.split('; ')) guest.keep([pair])
  const { html } = await guest.get('/basket')
  expect(html).toContain('waits for its payment')
  expect(html).toContain('cube-20.stl')
  expect(html).not.toContain('cube-10.stl')
})

test('the share of a gift card is free again for the next order of the basket', async () => {
  const { who, visitor, order, newKey, orders } = await shopper()
  const code = await giftCard(service, who, 1000)
  const first = await order(await newKey(), { giftCard: code })
  expect(first.location).toMatch(/\/checkout\/cs_/)
  const applied = await visitor.post('/checkout', {
    ...ADDRESS,
    email: who.email,
    country: 'US',
    action: 'update',
    giftCard: code,
    key: crypto.randomUUID(),
  })
  // 11.32 less 10.00.
  expect(applied.html).toContain('Pay $1.32')
  expect(await orders()).toMatchObject([{ status: 'CANCELLED', gift_cents: 1000 }])
})

test('while the processor is away, nothing is ordered beside the order that waits', async () => {
  const { order, newKey, orders } = await shopper()
  await order(await newKey())
  const key = await newKey()
  service.replace({
    payments: {
      expireCheckout: () => {
        throw new ProcessorUnavailable('down')
      },
    },
  })
  const refused = await order(key)
  expect(refused.status).toBe(502)
  expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT' }])
})

test('one reminder, an hour after the order, and none for an order that was paid or replaced', async () => {
  const { who, visitor, order, newKey, orders } = await shopper()
  await order(await newKey())
  const reminders = async () =>
    await service.db
      .selectFrom('emails')
      .select('body')
      .where('kind', '=', 'reminder')
      .where('recipient', '=', who.email)
      .execute()
  await remindUnpaid(service.deps)
  expect(await reminders()).toEqual([])
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  await release(who.accountId)
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  expect(await reminders()).toHaveLength(1)
  const [first] = await orders()
  const mail = await mailTo(service, who.email)
  for (const text of [`${service.baseUrl}/orders/${first?.code}/pay`, 'of 1 part', '$11.32']) {
    expect(mail).toContain(text)
  }
  // Whoever types an address could have anything mailed to it by the name of a file.
  expect(mail).not.toContain('cube-40')
  // Another order of the same day to the same address.
  await visitor.add(30, { color: 'Black' })
  await order(await newKey())
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  expect(await reminders()).toHaveLength(1)
  expect(await findOrder(service, first?.code ?? '')).toMatchObject({ status: 'CANCELLED' })
})

test('accounts that order for one address at the same time get one reminder, a guest none', async () => {
  const shoppers = await Promise.all([1, 2, 3].map(() => shopper()))
  const email = `${crypto.randomUUID()}@example.com`
  for (const { order, newKey } of shoppers) await order(await newKey(), { email })
  const guest = createVisitor(service)
  const toGuest = `${crypto.randomUUID()}@example.com`
  await guest.add(20, { color: 'Black' })
  const key = keyOf((await guest.get('/checkout')).html)
  await guest.post('/checkout', { ...ADDRESS, email: toGuest, country: 'US', action: 'order', key })
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  for (const { who } of shoppers) await release(who.accountId)
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  const { rows } = await service.service.database.pool.query(
    "select recipient from emails where kind = 'reminder' and recipient = any($1)",
    [[email, toGuest]],
  )
  expect(rows).toEqual([{ recipient: email }])
})

/** The lease of a review. */
const release = (accountId: string) =>
  service.service.database.pool.query(
    'update orders set payment_looked_at = null where account_id = $1',
    [accountId],
  )

test('an order that waits is not given up for one that is refused', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  const key = await newKey()
  const first = await order(key)
  const refused = await order(await newKey(), { vatId: 'not a VAT ID!' })
  expect(refused.status).toBe(400)
  // The form of before, whose amount is another by now.
  const id = lineId((await visitor.get('/basket')).html)
  await visitor.post('/basket', { [`quantity-${id}`]: '2', country: 'US' })
  expect((await order(key, { shownCents: '1132' })).status).toBe(409)
  expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT' }])
  await pay(service, first.location ?? '')
})

test('a reminder that fails keeps no other step of the worker from its work', async () => {
  const { order, newKey } = await shopper()
  await order(await newKey())
  let failed = 0
  const undo = service.replace({
    orders: {
      remind: () => {
        failed += 1
        throw new Error('a row that cannot be read')
      },
    },
  })
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  undo()
  expect(failed).toBeGreaterThan(0)
})
