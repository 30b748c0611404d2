// "Order again": adds the lines of an order and its address to the basket and the checkout, paid with the saved card.
import { expect, test } from 'bun:test'
import { buyer, useShop } from '../../../testing/people/shop.ts'
import { ADDRESS, CUBE, placed, submit } from '../../../testing/people/submit.ts'
import { createVisitor, keyOf } from '../../../testing/people/visitor.ts'

const { service } = useShop()

/** Creates a signed-in visitor with a saved card. */
async function shopper() {
  const who = await buyer(service)
  const account = await service.account({ email: who.email, accountId: who.accountId })
  const visitor = createVisitor(service, who)
  const hidden = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const payAt = async (path: string, address: Record<string, string> = {}) => {
    const { html } = await visitor.get(path)
    const sent = {
      ...ADDRESS,
      country: 'US',
      email: who.email,
      ...address,
      action: 'card',
      key: keyOf(html),
      shownCents: hidden(html, 'shownCents'),
      expectedTotalCents: hidden(html, 'expectedTotalCents'),
      shownCard: hidden(html, 'shownCard'),
    }
    const { location } = await visitor.post('/checkout', sent)
    return /\/orders\/([^?]+)\?paid=1/.exec(location ?? '')?.[1] ?? ''
  }
  const lines = async () => {
    const { rows } = await service.service.database.pool.query(
      `select file_name, material, color, infill, layer_height::float8, quality, quantity, units from basket_lines
        where basket_id in (select id from baskets where account_id = $1) order by place`,
      [who.accountId],
    )
    return rows
  }
  return { who, account, visitor, payAt, lines }
}

const first = {
  material: 'petg',
  color: 'Black',
  infill: '60',
  layerHeight: '0.1',
  quality: 'premium',
  quantity: '3',
  units: 'cm',
}

test('two presses from an order to the same order, paid', async () => {
  const { visitor, payAt, lines } = await shopper()
  await visitor.add(2, first)
  await visitor.add(30, { color: 'White' })
  const bought = await lines()
  const code = await payAt('/checkout', { street1: '5 Other Street' })
  // A later order has another address.
  await visitor.add(20, { color: 'Black' })
  await payAt('/checkout', { street1: '6 Later Street' })
  expect(await lines()).toEqual([])
  expect((await visitor.get(`/orders/${code}`)).html).toContain('Order again')

  const again = await visitor.post(`/orders/${code}/again`, {})
  expect(again.location).toBe(`/checkout?address=${code}`)
  expect(await lines()).toEqual(bought)
  expect(bought[0]).toMatchObject({ infill: 60, layer_height: 0.1, quantity: 3, units: 'cm' })
  const { html } = await visitor.get(again.location ?? '')
  expect(html).toContain('value="5 Other Street"')
  expect(html).toMatch(/Pay \$[\d.]+ by Visa ending in 4242/)
  const repeated = await payAt(again.location ?? '', { street1: '5 Other Street' })
  const orders = await service.db
    .selectFrom('orders')
    .select(['paid', 'street1', 'total_cents'])
    .where('code', 'in', [code, repeated])
    .execute()
  expect(orders).toHaveLength(2)
  expect(orders[0]).toEqual(orders[1] as (typeof orders)[0])
})

test('an unpaid order keeps its address; an order without an address gets none', async () => {
  const { who, visitor, payAt } = await shopper()
  await visitor.add(20, { color: 'Black' })
  await payAt('/checkout', { street1: '5 Paid Street' })
  await visitor.add(30, { color: 'White' })
  const key = keyOf((await visitor.get('/checkout')).html)
  const fields = { ...ADDRESS, country: 'US', email: who.email, action: 'order', key }
  await visitor.post('/checkout', { ...fields, street1: '7 Unpaid Street' })
  const { code } = await service.db
    .selectFrom('orders')
    .select('code')
    .where('account_id', '=', who.accountId)
    .where('paid', '=', false)
    .executeTakeFirstOrThrow()
  const set = async (values: { status: 'CANCELLED' | 'RECEIVED' } | { email: string }) =>
    await service.db.updateTable('orders').set(values).where('code', '=', code).execute()
  const street = async (by: typeof visitor) =>
    /<input[^>]*name="street1"[^>]*>/
      .exec((await by.get(`/checkout?address=${code}`)).html)?.[0]
      .match(/value="([^"]*)"/)?.[1] ?? ''
  for (const status of ['CANCELLED', 'RECEIVED'] as const) {
    await set({ status })
    expect((await visitor.post(`/orders/${code}/again`, {})).location).toBe(
      `/checkout?address=${code}`,
    )
    expect([status, await street(visitor)]).toEqual([status, '7 Unpaid Street'])
  }
  const stranger = await shopper()
  await stranger.visitor.add(20, { color: 'Black' })
  await stranger.payAt('/checkout', { street1: '8 Stranger Street' })
  await stranger.visitor.add(20, { color: 'Black' })
  expect(await street(stranger.visitor)).toBe('')
  const shown = async () => (await visitor.get(`/orders/${code}`)).html
  await set({ status: 'CANCELLED' })
  expect(await shown()).toContain('Order again')
  await set({ email: '' })
  expect(await street(visitor)).toBe('')
  expect(await shown()).not.toContain('Order again')
  // The email address is removed with the other personal data.
  const refused = await visitor.post(`/orders/${code}/again`, {})
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('The personal data of this order was removed')
})

test('a double click adds each line once, next to the contents of the basket', async () => {
  const { visitor, payAt, lines } = await shopper()
  await visitor.add(20, first)
  await visitor.add(20, first)
  const code = await payAt('/checkout')
  await visitor.add(30, { color: 'White' })
  await Promise.all([1, 2, 3].map(() => visitor.post(`/orders/${code}/again`, {})))
  expect(await lines()).toHaveLength(3)
})

test('an order of a program is ordered again on the website', async () => {
  const { account, visitor, lines } = await shopper()
  const fields = { material: 'petg', color: 'Black', infill: '40', quantity: '2' }
  const { code } = await placed(submit(service, account, { fields, file: CUBE }))
  const { location } = await visitor.post(`/orders/${code}/again`, {})
  expect(location).toBe(`/checkout?address=${code}`)
  expect(await lines()).toMatchObject([{ material: 'petg', infill: 40, quantity: 2 }])
  expect((await visitor.get(location ?? '')).html).toContain(`value="${ADDRESS.street1}"`)
})

test('a line with a missing file is named, and the others are in the basket', async () => {
  const { visitor, payAt, lines } = await shopper()
  await visitor.add(21, { color: 'Black' })
  await visitor.add(31, { color: 'White' })
  const code = await payAt('/checkout')
  const { file_uri: uri } = await service.db
    .selectFrom('orders')
    .select('file_uri')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  await service.deps.objects.remove(service.deps.objects.parseUri(uri) ?? '')
  const { html } = await visitor.post(`/orders/${code}/again`, {})
  expect(html).toContain('1 part of the order cannot be ordered again.')
  expect(html).toContain('cube-21.stl: its file is no longer stored. Upload it again.')
  expect(await lines()).toMatchObject([{ file_name: 'cube-31.stl' }])
})

test('a model that was deleted, or removed from the gallery, does not return to the account', async () => {
  const { visitor, payAt, lines, who } = await shopper()
  await visitor.add(22, { color: 'Black' })
  const code = await payAt('/checkout')
  const { file_uri: uri } = await service.db
    .selectFrom('orders')
    .select('file_uri')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  // Simulates a deletion by an operator: the file stays for the open order.
  await service.db.deleteFrom('models').where('uri', '=', uri).execute()
  const { html } = await visitor.post(`/orders/${code}/again`, {})
  expect(html).toContain('1 part of the order cannot be ordered again.')
  expect(await lines()).toEqual([])
  expect(await service.deps.models.findOwned(who.accountId, uri)).toBeNull()
})

test('a deleted model of a program’s order does not return to the account', async () => {
  const { account, visitor, lines } = await shopper()
  const { code } = await placed(submit(service, account, { file: CUBE }))
  const { file_uri: uri } = await service.db
    .selectFrom('orders')
    .select('file_uri')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  await service.db.deleteFrom('models').where('uri', '=', uri).execute()
  const ban = { uri, by: 'operator@example.com', reason: 'deleted' }
  await service.db.insertInto('banned_models').values(ban).execute()
  const { html } = await visitor.post(`/orders/${code}/again`, {})
  expect(html).toContain('1 part of the order cannot be ordered again.')
  expect(await lines()).toEqual([])
})

test('only the owner can order again, and only from our pages', async () => {
  const owner = await shopper()
  await owner.visitor.add(20, { color: 'Black' })
  const code = await owner.payAt('/checkout')
  const stranger = await shopper()
  expect((await stranger.visitor.get(`/orders/${code}`)).html).not.toContain('Order again')
  const foreign = await stranger.visitor.post(`/orders/${code}/again`, {})
  const none = await stranger.visitor.post('/orders/ORD-XXXXXX/again', {})
  expect([foreign.status, none.status]).toEqual([404, 404])
  expect(await stranger.lines()).toEqual([])
  const signedOut = await createVisitor(service).post(`/orders/${code}/again`, {})
  expect(signedOut.location).toMatch(/^\/account/)
  const elsewhere = 'https://elsewhere.example'
  const sent = await owner.visitor.post(`/orders/${code}/again`, {}, elsewhere)
  expect(sent.location).toMatch(/^\/account/)
  expect(await owner.lines()).toEqual([])
})
