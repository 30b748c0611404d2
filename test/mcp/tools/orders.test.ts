// list_my_orders and get_order return the account's orders of every store, and no others.
import { expect, test } from 'bun:test'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { newOrder, noCard } from '../../../testing/orders.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL, type TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const list = async (account: TestAccount) => {
  const { fields, text } = await resultOf(callTool(service, account, 'list_my_orders'))
  return { count: fields['count'], orders: fields['orders'] as Record<string, unknown>[], text }
}
const legacyOrder = (code: string, email: string | null) =>
  service.deps.legacyOrders.setStatus({
    code,
    email,
    status: 'SHIPPED',
    tracking: null,
    at: new Date(),
  })

verifies('mcp.tool.list-my-orders', async () => {
  const account = await service.account({ email: 'Lister@Example.com' })
  const other = await service.account()
  expect(await list(account)).toMatchObject({
    count: 0,
    orders: [],
    text: expect.stringContaining('no orders yet'),
  })
  const rest = await placed(submit(service, account))
  await legacyOrder('CART-1', 'lister@EXAMPLE.com')
  const orders = createOrders(service.service.database, { baseUrl: service.baseUrl, log: console })
  const agent = newOrder(account.accountId, { source: 'mcp', payment: noCard })
  await orders.insert(agent)
  await placed(submit(service, other))
  await legacyOrder('CART-2', other.email)
  await legacyOrder('CART-3', null)
  const unknown = {
    paid: null,
    charge: null,
    amount: null,
    currency: null,
    file_name: null,
    quantity: null,
  }
  const every = { quote_id: null, reference: null, tracking: null, created_at: expect.any(String) }
  const cube = { ...every, amount: 8, currency: 'USD', file_name: 'cube.stl', quantity: 1 }
  const listed = await list(account)
  expect(listed.orders).toEqual([
    {
      ...cube,
      order_code: agent.code,
      store: 'agent',
      status: 'PENDING_PAYMENT',
      status_label: 'Awaiting payment',
      paid: false,
      charge: 'no_card',
    },
    {
      ...every,
      ...unknown,
      order_code: 'CART-1',
      store: 'web',
      status: 'SHIPPED',
      status_label: 'Shipped',
    },
    {
      ...cube,
      order_code: rest.code,
      store: 'api',
      status: 'RECEIVED',
      status_label: 'Received — in review',
      paid: true,
      charge: 'charged',
    },
  ])
  expect(listed.count).toBe(3)
  const [first, second, third] = listed.orders.map(({ created_at }) => created_at)
  expect(listed.text).toBe(
    'The 3 most recent orders, newest first. ' +
      `${agent.code}: Awaiting payment, $8.00 not paid: no card on file, 1 x "cube.stl", placed ${first}; ` +
      `CART-1: Shipped, website order, placed ${second}; ` +
      `${rest.code}: Received — in review, $8.00 paid, 1 x "cube.stl", placed ${third}. get_order has all about one of them.`,
  )
  // 30 newer orders of two stores: the result has the 20 newest of all.
  for (let index = 0; index < 15; index += 1) {
    await orders.insert(newOrder(account.accountId, { payment: noCard }))
    await legacyOrder(`ORD-${index}`, account.email)
  }
  const { orders: newest } = await list(account)
  expect(newest).toHaveLength(20)
  expect(newest.filter(({ store }) => store === 'web').map(({ order_code }) => order_code)).toEqual(
    Array.from({ length: 10 }, (_, index) => `ORD-${14 - index}`),
  )
  const times = newest.map(({ created_at }) => String(created_at))
  expect(times).toEqual(times.toSorted().toReversed())
})

verifies('mcp.tool.list-my-orders-no-arguments', async () => {
  const account = await service.account()
  expect(await refusalOf(callTool(service, account, 'list_my_orders', { limit: 5 }))).toContain(
    'limit',
  )
})

verifies('mcp.tool.get-order', async () => {
  const account = await service.account()
  const order = await placed(
    submit(service, account, { fields: { color: 'Black', quantity: '3' } }),
  )
  const { fields, text } = await resultOf(
    callTool(service, account, 'get_order', { code: order.code }),
  )
  // 5 g, three parts at a dollar, and 7.
  expect(fields).toEqual({
    order_code: order.code,
    store: 'api',
    quote_id: null,
    reference: null,
    status: 'RECEIVED',
    status_label: 'Received — in review',
    paid: true,
    charge: 'charged',
    amount: 10,
    currency: 'USD',
    print: 3,
    shipping: 7,
    refunded: 0,
    billed_grams: 5,
    print_hours: 0.25,
    material: 'pla',
    quality: 'standard',
    quantity: 3,
    color: 'Black',
    printed: null,
    file_name: 'cube.stl',
    // Its file came with the order and is not a model of the account.
    model_url: null,
    tracking: null,
    status_url: order.statusUrl,
    payment_url: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(text).toContain('$10.00 paid')
  expect(text).toContain(
    `It is 3 x "cube.stl" in pla, standard quality, color "Black", placed ${fields['created_at']}.`,
  )
  for (const secret of ['Ada Example', 'Main Street', 'Springfield', '62701']) {
    expect(JSON.stringify(fields) + text).not.toContain(secret)
  }
})

test('get_order shows refunds', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const refund = await service.fetch(
    `/api/operator/orders/${code}/refund`,
    jsonPost(
      { amountCents: 250, reason: 'A part was missing.' },
      { cookie: await service.signIn(OPERATOR_EMAIL) },
    ),
  )
  expect(refund.status).toBe(200)
  const { fields, text } = await resultOf(callTool(service, account, 'get_order', { code }))
  expect(fields).toMatchObject({ paid: true, amount: 8, refunded: 2.5 })
  expect(text).toContain(`Order ${code} ($8.00 paid, $2.50 of it refunded): Received`)
})

verifies('mcp.tool.get-order.foreign', async () => {
  const [account, other] = [await service.account(), await service.account()]
  const { code } = await placed(submit(service, account))
  const ask = (asker: TestAccount, sent: string) =>
    refusalOf(callTool(service, asker, 'get_order', { code: sent }))
  const unknown = await ask(other, 'SVC-ZZZZZZ')
  expect(await ask(other, code)).toBe(unknown)
  expect(await ask(account, code.toLowerCase())).toBe(unknown)
  expect(await ask(account, `${code}\0`)).toBe(unknown)
})

test('an unpaid order names its payment page', async () => {
  const account = await service.account({ card: null })
  const { code } = await placed(submit(service, account))
  const { fields, text } = await resultOf(callTool(service, account, 'get_order', { code }))
  expect(fields).toMatchObject({
    paid: false,
    status: 'PENDING_PAYMENT',
    payment_url: `${service.baseUrl}/orders/${code}/pay`,
  })
  expect(text).toContain(`Pay at ${service.baseUrl}/orders/${code}/pay`)
})

test('get_order reads every code that list_my_orders lists, website orders included', async () => {
  const account = await service.account({ email: 'Web@Shopper.example' })
  const other = await service.account()
  const tracking = { carrier: 'DHL', number: 'JD014' }
  const at = new Date('2026-11-20T08:00:00Z')
  for (const code of ['CART-ABC234', 'ORD-ABC234', 'STORE-ABC234']) {
    await service.deps.legacyOrders.setStatus({
      code,
      email: 'web@shopper.example',
      status: 'SHIPPED',
      tracking,
      at,
    })
  }
  await placed(submit(service, account))
  const { orders } = await list(account)
  const codes = orders.map(({ order_code }) => String(order_code))
  expect(codes).toHaveLength(4)
  for (const code of codes) {
    const { fields } = await resultOf(callTool(service, account, 'get_order', { code }))
    expect(fields['order_code']).toBe(code)
  }
  const { fields, text } = await resultOf(
    callTool(service, account, 'get_order', { code: 'CART-ABC234' }),
  )
  expect(fields).toEqual({
    order_code: 'CART-ABC234',
    store: 'web',
    quote_id: null,
    reference: null,
    status: 'SHIPPED',
    status_label: 'Shipped',
    paid: null,
    charge: null,
    amount: null,
    currency: null,
    print: null,
    shipping: null,
    refunded: null,
    billed_grams: null,
    print_hours: null,
    material: null,
    quality: null,
    quantity: null,
    color: null,
    printed: null,
    file_name: null,
    model_url: null,
    tracking: {
      carrier: 'DHL',
      number: 'JD014',
      url: null,
      shipped_at: '2026-11-20T08:00:00.000Z',
    },
    status_url: null,
    payment_url: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(text).toBe(
    'Website order CART-ABC234: Shipped. The parcel is with the carrier. Tracking: "DHL" "JD014". Check it again in five minutes or later; ' +
      `for questions about it, contact the farm at ${service.baseUrl}/contact?order=CART-ABC234.`,
  )
  const ask = (asker: TestAccount, code: string) =>
    refusalOf(callTool(service, asker, 'get_order', { code }))
  const unknown = await ask(other, 'SVC-ZZZZZZ')
  for (const code of ['CART-ABC234', 'ORD-ABC234', 'CART-NONE']) {
    expect(await ask(other, code)).toBe(unknown)
  }
  for (const code of ['cart-ABC234', 'CART-ABC234\0', `CART-${'A'.repeat(59)}`]) {
    expect(await ask(account, code)).toBe(unknown)
  }
  // The print API reads only its orders.
  const read = await service.fetch('/api/print/orders/CART-ABC234', { headers: account.headers })
  expect(read.status).toBe(404)
})
