// /account/orders, its CSV, and /account/generations: ownership, pages and filters
// (server/domain/accounts/README.md).

import { expect, test } from 'bun:test'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import type { OrderDeps } from '../../../server/domain/orders/ports.ts'
import { listOrdersPage } from '../../../server/domain/orders/read/own-orders.ts'
import { ordersPage } from '../../../server/pages/accounts/orders-page.tsx'
import { newOrder, printOptions, shippingAddress } from '../../../testing/orders.ts'
import { buyer, useShop } from '../../../testing/people/shop.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, ada } = useShop()
const eve = use(() => buyer(service))

const codeAt = (index: number) => {
  const symbols = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return `SVC-AAAA${symbols[Math.floor(index / 31)]}${symbols[index % 31]}`
}

/** Inserts one order per second, oldest first. */
async function insert(accountId: AccountId, index: number, changes = {}) {
  const order = newOrder(accountId, { code: codeAt(index), ...changes })
  expect(await service.deps.orders.insert(order)).toEqual({ kind: 'inserted' })
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, index))
  await service.db
    .updateTable('orders')
    .set({ created_at: at })
    .where('id', '=', order.id)
    .execute()
  return order
}

const file = (fileName: string) => ({ file: { ...newOrder(ada.accountId).file, fileName } })

/** 60 orders of the account, two of them distinctive, and one of another account. */
const placed = use(async () => {
  for (let index = 0; index < 58; index += 1) await insert(ada.accountId, index)
  const bracket = await insert(ada.accountId, 58, {
    ...file('=Bracket, "left".stl'),
    options: printOptions({ note: '@SUM(A1)\nline two' }),
  })
  const grace = await insert(ada.accountId, 59, {
    address: shippingAddress({ recipientName: 'Grace Hopper' }),
  })
  await service.db
    .updateTable('orders')
    .set({ paid: true, payment_id: paymentIdOf('pi_1'), status: 'SHIPPED' })
    .where('id', '=', grace.id)
    .execute()
  await insert(eve.accountId, 60)
  return { bracket, grace }
})

async function read(path: string, { cookie } = ada) {
  const response = await service.fetch(path, { headers: { cookie } })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const codesIn = (html: string) =>
  [...html.matchAll(/href="\/orders\/(SVC-[A-Z2-9]{6})"/g)].map(([, code]) => code)
const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => codeAt(from - index))

verifies('accounts.orders-pages', async () => {
  const pages = ['', '?page=2', '?page=3', '?page=4', '?page=0', '?page=x']
  const shown = await Promise.all(pages.map((query) => read(`/account/orders${query}`)))
  const [first, second, third] = [range(59, 35), range(34, 10), range(9, 0)]
  expect(shown.map(({ text }) => codesIn(text))).toEqual([
    first,
    second,
    third,
    third,
    first,
    first,
  ])
  expect(shown[1]?.text).toContain('26–50 of 60')
  expect(shown[1]?.text).toContain('<a href="/account/orders?page=3">3</a>')
  const all = (query: string) => read(`/account/orders?${query}`).then(({ text }) => codesIn(text))
  expect(await all('state=shipped')).toEqual([placed.grace.code])
  expect(await all('state=closed')).toEqual([])
  expect(await all('state=unpaid&page=3')).toEqual(range(8, 0))
  expect(await all('q=gRACE')).toEqual([placed.grace.code])
  expect(await all('q=bracket')).toEqual([placed.bracket.code])
  expect(await all(`q=${codeAt(7).toLowerCase()}`)).toEqual([codeAt(7)])
  expect(await all('q=gRACE&state=unpaid')).toEqual([])
  expect(await all(`q=${encodeURIComponent('%')}`)).toEqual([])
  expect(await all(`q=${codeAt(60)}`)).toEqual([])
  expect((await read('/account/orders?q=%00')).status).toBe(200)
})

test('an account without orders is told how to order', async () => {
  const { text } = await read('/account/orders', await buyer(service))
  expect(text).toContain('No orders yet.')
})

test('without a session, each page redirects to sign-in and back', async () => {
  for (const path of [
    '/account/orders?state=open',
    '/account/orders.csv',
    '/account/generations',
  ]) {
    const response = await service.fetch(path)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/account?next=${encodeURIComponent(path)}`,
    ])
  }
})

verifies('accounts.orders-csv', async () => {
  const { text, headers } = await read('/account/orders.csv')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"/,
  )
  const heading =
    'code,status,paid,placed,ordered_by,file,lines,quantity,material,color,quality,infill_percent,print_usd,postage_usd,total_usd,gift_card_usd,refunded_usd,note,recipient,street1,street2,city,state,zip,country,email,carrier,tracking_number,company,vat_id,purchase_order,reference\r\n'
  expect(text.startsWith(heading)).toBe(true)
  const rows = text.slice(heading.length).split('\r\n').slice(0, -1)
  expect(rows.map((row) => row.slice(0, 10))).toEqual(range(59, 0))
  expect(rows[1]).toBe(
    `${codeAt(58)},PENDING_PAYMENT,no,2026-01-01T00:00:58.000Z,API,"'=Bracket, ""left"".stl",1,1,pla,Black,standard,20,1.00,7.00,8.00,0.00,0.00,"'@SUM(A1)\nline two",Test Recipient,1 Test Street,,Testville,CA,94000,US,recipient@example.com,,,,,,`,
  )
  const shipped = await read('/account/orders.csv?state=shipped')
  expect(shipped.text.split('\r\n')).toHaveLength(3)
})

test('a CSV of more than one batch has every order once', async () => {
  const many = await buyer(service)
  // All orders have the same time: the id decides their order.
  await service.service.database.pool.query(
    `insert into orders select (jsonb_populate_record(orders, jsonb_build_object('id', gen_random_uuid(), 'account_id', $1::text,
      'code', 'SVC-' || upper(translate(lpad(to_hex(n), 6, '0'), '01', 'gh'))))).*
      from orders, generate_series(1, 1100) as n where code = $2`,
    [many.accountId, codeAt(0)],
  )
  const { text } = await read('/account/orders.csv', many)
  const codes = text
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.slice(0, 10))
  expect(codes).toHaveLength(1100)
  expect(new Set(codes).size).toBe(1100)
})

verifies('accounts.generations-pages', async () => {
  const many = await buyer(service)
  const now = Date.now()
  const createdAt = (index: number) => new Date(now - index * 1000)
  for (let index = 1; index <= 30; index += 1) {
    await service.deps.generationJobs.add({
      id: generationJobIdOf(crypto.randomUUID()),
      accountId: many.accountId,
      createdAt: createdAt(index),
      body: { contentType: 'application/json', source: { text: '{}' } },
      request: null,
      leaseId: null,
    })
  }
  const shown = async (query: string, who = many) => {
    const { text } = await read(`/account/generations${query}`, who)
    return [...text.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => at)
  }
  const times = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => createdAt(from + index).toISOString())
  expect(await shown('')).toEqual(times(1, 25))
  expect(await shown('?page=2')).toEqual(times(26, 30))
  expect(await shown('', eve)).toEqual([])
  expect((await read('/account/generations?page=2', many)).text).toContain('26–30 of 30')
})

test('a filter searches only the newest orders of an account with very many, and the page says so', async () => {
  const { orders } = service.deps
  const found = async (text: string) => {
    const wanted = { statuses: null, text, among: 10 }
    const listed = await orders.listOwned(ada.accountId, wanted, { limit: 25 })
    expect(await orders.countOwned(ada.accountId, wanted)).toBe(listed.length)
    return listed.map(({ code }) => code)
  }
  expect(await found('')).toEqual(range(59, 50))
  expect(await found('SVC-')).toEqual(range(59, 50))
  expect(await found(codeAt(49))).toEqual([])

  const page = async (held: number) => {
    const counted: OrderDeps['orders'] = {
      ...orders,
      countOwned: async (_, { among = held }) => Math.min(held, among),
    }
    const filter = { group: 'open', text: '' } as const
    const list = await listOrdersPage({ orders: counted }, ada, { filter, page: 1 })
    return await (await ordersPage(list, { isSignedIn: true, basketParts: 0 })).text()
  }
  const sentence = 'Your newest 10,000 orders were searched.'
  expect(await page(10_000)).not.toContain(sentence)
  expect(await page(10_001)).toContain(sentence)
})
