// A basket whose order waits for its payment: it stays full, its order is said, and one order is paid.
import { expect, test } from 'bun:test'
import { remindUnpaid } from '../../../server/domain/orders/settle/remind-unpaid.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { buyer, giftCard, mailTo, pay, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS, findOrder } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf, lineId } from '../../../testing/people/visitor.ts'

const { service } = useShop()

const declined = '4000000000000002'

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
  await Promise.all(keys.map((key) => order(key)))
  const open = (await orders()).filter(({ status }) => status === 'PENDING_PAYMENT')
  expect(open).toHaveLength(1)
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
  for (const text of [
    `${service.baseUrl}/orders/${first?.code}/pay`,
    '1 x cube-40.stl in PLA, Black, standard quality, 20% infill, 0.2 mm layers',
    '$11.32',
  ]) {
    expect(mail).toContain(text)
  }
  // Another order of the same day to the same address.
  await visitor.add(30, { color: 'Black' })
  await order(await newKey())
  await remindUnpaid(service.deps, { afterSeconds: 0 })
  expect(await reminders()).toHaveLength(1)
  expect(await findOrder(service, first?.code ?? '')).toMatchObject({ status: 'CANCELLED' })
})

/** The lease of a review. */
const release = (accountId: string) =>
  service.service.database.pool.query(
    'update orders set payment_looked_at = null where account_id = $1',
    [accountId],
  )
