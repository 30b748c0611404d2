// A basket with an order that waits for its payment: it stays full, the order is shown, and one order is paid.
import { expect, test } from 'bun:test'
import { maxLines } from '../../../server/domain/cart/cart.ts'
import { remindUnpaid } from '../../../server/domain/orders/settle/remind-unpaid.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { buyer, giftCard, mailTo, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS, findOrder } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'

const { service } = useShop()

const declined = '4000000000000002'
const accepted = '4242424242424242'

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
      .select(['code', 'status', 'paid', 'gift_cents', 'total_cents'])
      .where('account_id', '=', who.accountId)
      .orderBy('created_at')
      .execute()
  return { who, visitor, order, newKey, orders }
}

test('returning without paying shows the basket, and the order that waits', async () => {
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
  // The return link on the processor's page.
  const hosted = await (await fetch(placed.location ?? '')).text()
  expect(hosted).toContain(`href="${service.baseUrl}/basket"`)
  await pay(service, placed.location ?? '')
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('a changed basket replaces the order; pages opened earlier can no longer be paid', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  const key = await newKey()
  const first = await order(key)
  const id = lineId((await visitor.get('/basket')).html)
  await visitor.post('/basket', { [`quantity-${id}`]: '2', country: 'US' })
  // The form as the browser's back button shows it.
  const second = await order(key)
  expect(second.location).toMatch(/\/checkout\/cs_/)
  expect(second.location).not.toBe(first.location)
  expect((await visitHostedPage(first.location ?? '', { number: accepted })).kind).toBe('refused')
  await pay(service, second.location ?? '')
  // One part at $4.32 with $7.00 postage, then two parts with the same postage.
  expect(await orders()).toMatchObject([
    { status: 'CANCELLED', paid: false, total_cents: 1132 },
    { status: 'RECEIVED', paid: true, total_cents: 1564 },
  ])
  expect((await visitor.get('/basket')).html).toContain('Your basket is empty')
})

test('a second tab leads to the order that the first one paid, also before the event arrives', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  const [one, two] = [await newKey(), await newKey()]
  const first = await order(one)
  await visitHostedPage(first.location ?? '', { number: accepted })
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

test('concurrent tabs place one order that can be paid', async () => {
  const { order, newKey, orders } = await shopper()
  const keys = [await newKey(), await newKey(), await newKey()]
  const placed = await Promise.all(keys.map((key) => order(key)))
  const open = (await orders()).filter(({ status }) => status === 'PENDING_PAYMENT')
  expect(open).toHaveLength(1)
  let paid = 0
  for (const page of new Set(placed.map(({ location }) => location ?? ''))) {
    if (!page.includes('/checkout/cs_')) continue
    const visit = await visitHostedPage(page, { number: accepted })
    if (visit.kind !== 'refused') paid += 1
  }
  expect(paid).toBe(1)
})

test('a page that opens while its order is abandoned is closed', async () => {
  const { who, visitor, order, newKey, orders } = await shopper()
  const { payments } = service.deps
  const opened: string[] = []
  const undo = service.replace({
    payments: {
      openCheckout: async (...request: Parameters<typeof payments.openCheckout>) => {
        const checkout = await payments.openCheckout(...request)
        opened.push(checkout.url ?? '')
        // Another tab abandons the order before its page is stored.
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
  expect((await visitHostedPage(opened[0] ?? '', { number: accepted })).kind).toBe('refused')
  const [first] = await orders()
  // The page of the order opens no checkout either.
  const again = await visitor.post(`/orders/${first?.code}/pay`, {})
  expect(again.location).not.toContain('/checkout/cs_')
})

test('removing a part abandons its order; a paid order is shown instead', async () => {
  const { visitor, order, newKey, orders } = await shopper([40, 30])
  const first = await order(await newKey())
  const id = lineId((await visitor.get('/basket')).html)
  expect((await visitor.post(`/basket/lines/${id}`, { remove: '1' })).location).toBe(
    '/basket#parts',
  )
  expect(await orders()).toMatchObject([{ status: 'CANCELLED', paid: false }])
  expect((await visitHostedPage(first.location ?? '', { number: accepted })).kind).toBe('refused')
  const { html } = await visitor.get('/basket')
  expect(html).not.toContain('cube-40.stl')
  expect(html).toContain('cube-30.stl')
  expect(html).not.toContain('waits for its payment')
  // The second order is paid, and its event has not arrived.
  const second = await order(await newKey())
  await visitHostedPage(second.location ?? '', { number: accepted })
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
  // The basket of the account is full.
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
  // 11.32 minus 10.00.
  expect(applied.html).toContain('Pay $1.32')
  expect(await orders()).toMatchObject([{ status: 'CANCELLED', gift_cents: 1000 }])
})

test('while the processor is unavailable, no second order is placed next to the waiting one', async () => {
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

test('an unpaid order gets one reminder after an hour, and a paid or replaced order gets none', async () => {
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
  // A file name must not let a user send arbitrary text to any address.
  expect(mail).not.toContain('cube-40')
  // Another order of the same day to the same address.
  await visitor.add(30, { color: 'Black' })
  await order(await newKey())
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  expect(await reminders()).toHaveLength(1)
  expect(await findOrder(service, first?.code ?? '')).toMatchObject({ status: 'CANCELLED' })
})

test('accounts that order concurrently for one address get one reminder, a guest none', async () => {
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

/** Releases the lease of a review. */
const release = (accountId: string) =>
  service.service.database.pool.query(
    'update orders set payment_looked_at = null where account_id = $1',
    [accountId],
  )

test('a waiting order is not abandoned for an order that is refused', async () => {
  const { visitor, order, newKey, orders } = await shopper()
  const key = await newKey()
  const first = await order(key)
  const refused = await order(await newKey(), { vatId: 'not a VAT ID!' })
  expect(refused.status).toBe(400)
  // The previous form, with an outdated amount.
  await visitor.add(30, { color: 'Black' })
  expect((await order(key, { shownCents: '1132' })).status).toBe(409)
  expect(await orders()).toMatchObject([{ status: 'PENDING_PAYMENT' }])
  await pay(service, first.location ?? '')
})

test('a failing reminder does not stop the other steps of the worker', async () => {
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

test.each([
  ['nothing is known of a payment', 'payment_pending = false', 'We have received none yet.'],
  ['the outcome of a charge is not known', "charge_state = 'unknown'", 'Do not pay again'],
  ['the processor has an unfinished payment', 'payment_pending = true', 'Do not pay again'],
] as const)('the basket and the checkout say what is true while %s', async (_name, state, said) => {
  const { who, visitor, order, newKey } = await shopper()
  const placed = await order(await newKey())
  // The order was paid in another tab a moment ago, which only the processor knows, so no sentence may say that it is unpaid.
  await visitHostedPage(placed.location ?? '', { number: accepted })
  const { pool } = service.service.database
  await withoutTriggers(pool, `update orders set ${state} where account_id = $1`, [who.accountId])
  for (const path of ['/basket', '/checkout']) {
    const { html } = await visitor.get(path)
    expect(html).toContain(said)
    expect(html).not.toContain('othing has been charged')
    expect(/>Pay \$[\d.]+<\/a>/.test(html)).toBe(said !== 'Do not pay again')
  }
})
