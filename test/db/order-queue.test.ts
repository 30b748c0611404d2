// The work queue as the database reads it: the orders, their sequence, and the sums.

import { beforeAll, expect, test } from 'bun:test'
import { createOrderQueue } from '../../server/db/fulfillment/order-queue.ts'
import { createOrderWork } from '../../server/db/fulfillment/order-work.ts'
import { createOrders } from '../../server/db/orders/orders.ts'
import { createOrderLines, insertLines } from '../../server/db/orders/rows/order-lines.ts'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { type OrderId, orderIdOf } from '../../server/domain/base/ids/order-id.ts'
import type { QueueSlice } from '../../server/domain/fulfillment/ports.ts'
import { readQueueFilter } from '../../server/domain/fulfillment/queue-filter.ts'
import type { NewOrder } from '../../server/domain/orders/record/order.ts'
import { linesOfOrders, plannedGrams } from '../../server/domain/orders/record/order-lines.ts'
import { fillOrders } from '../../testing/database/fill-orders.ts'
import { newOrder, printOptions, shippingAddress } from '../../testing/orders.ts'
import { useDatabase } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

const database = useDatabase()
const accountId = accountIdOf('queue-account')
const log = { error: () => {} }
const now = new Date('2026-11-22T12:00:00Z')
const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000)

const orders = () => createOrders(database, { baseUrl: 'https://farm.example', log })
const queue = () => createOrderQueue(database.db, log)

type Stored = {
  readonly status?: string
  readonly due?: number
  readonly placed?: number
  readonly priority?: number
}

/** Stores a paid order; days are relative to `now`. */
async function store(code: string, changes: Partial<NewOrder>, row: Stored = {}): Promise<void> {
  const order = newOrder(accountId, { code, ...changes })
  await orders().insert(order)
  const { status = 'RECEIVED', due = 1, placed = -1, priority = 0 } = row
  const paid = status !== 'PENDING_PAYMENT'
  await database.pool.query(
    `update orders set status = $2, paid = $3, payment_id = $4, due_at = $5, created_at = $6, priority = $7 where code = $1`,
    [code, status, paid, paid ? `pi_${code}` : null, day(due), day(placed), priority],
  )
}

const black = printOptions({ color: 'Black' })
const red = printOptions({ material: 'petg', color: 'Red', nozzleDiameter: 0.6, quantity: 2 })

beforeAll(async () => {
  await database.pool.query('insert into accounts (id, email) values ($1, $2)', [
    accountId,
    'queue@example.com',
  ])
  await store('SVC-AAAAAA', { options: black }, { due: 3 })
  await store('SVC-BBBBBB', { options: red }, { due: 1, status: 'ACCEPTED', placed: -9 })
  await store('SVC-CCCCCC', { options: black }, { due: -2, status: 'PRINTING', placed: -5 })
  await store('SVC-DDDDDD', { options: red }, { due: 9, priority: 2, status: 'PRINTED' })
  await store('SVC-EEEEEE', { options: black }, { status: 'SHIPPED', placed: -3 })
  await store('SVC-FFFFFF', { options: black }, { status: 'PENDING_PAYMENT' })
  await store(
    'SVC-7KQ2ZM',
    {
      options: black,
      address: shippingAddress({
        recipientName: `Zoë Müller-O’Hara ${'Y'.repeat(120)}`,
        email: 'Zoe.Muller@Shop.Example',
        city: 'Ålesund',
        zip: '90210',
        country: 'DE',
        phone: '+49 151 234',
      }),
      file: { ...newOrder(accountId).file, fileName: 'Gear_v2 (final).STL' },
    },
    { status: 'DELIVERED', placed: -30 },
  )
})

const read = (
  query: string,
  page: { offset?: number; limit?: number } = {},
): Promise<QueueSlice> => {
  const { filter, unknown } = readQueueFilter(Object.fromEntries(new URLSearchParams(query)))
  expect([query, unknown]).toEqual([query, []])
  return queue().read({ filter, now, offset: 0, limit: 50, ...page })
}
/** Returns the first letter of each code. */
const lettersOf = async (query: string, page = {}) =>
  (await read(query, page)).orders.map(({ code }) => code.charAt(4)).join('')

verifies('queue.default', async () => {
  expect(await lettersOf('')).toBe('DCBA')
  expect(await lettersOf('', { offset: 1, limit: 2 })).toBe('CB')
  expect(await lettersOf('', { offset: 50 })).toBe('')
})

verifies('queue.filters', async () => {
  for (const [query, letters] of [
    ['status=PRINTING', 'C'],
    ['status=SHIPPED', 'E'],
    ['status=PENDING_PAYMENT', 'F'],
    ['status=all', 'DAE' + 'CB7'],
    ['status=all&paid=any&sort=oldest', '7BCEADF'],
    ['status=all&paid=no', 'F'],
    ['status=closed', ''],
    ['material=petg', 'DB'],
    ['color=black', 'CA'],
    ['nozzle=0.6', 'DB'],
    ['country=US&held=no', 'DCBA'],
    ['status=all&country=de', '7'],
    ['late=yes', 'C'],
    ['age=5', 'CB'],
    ['age=5&sort=oldest', 'BC'],
    ['status=DELIVERED&age=10', '7'],
    ['held=yes', ''],
    ['sort=newest&status=open&material=petg', 'DB'],
  ] as const) {
    const found = await lettersOf(query)
    // Orders of the same moment are sorted by id, which is random.
    const sorted = (text: string) => (query.includes('all') ? [...text].sort().join('') : text)
    expect([query, sorted(found)]).toEqual([query, sorted(letters)])
  }
})

verifies('queue.sums', async () => {
  // 5 g and a quarter of an hour each; the petg orders have two parts.
  expect((await read('', { limit: 1 })).sums).toEqual({
    orders: 4,
    parts: 6,
    grams: 30,
    centihours: 150,
  })
  expect((await read('material=petg')).sums).toEqual({
    orders: 2,
    parts: 4,
    grams: 20,
    centihours: 100,
  })
  expect(await read('material=abs')).toMatchObject({
    orders: [],
    isCapped: false,
    sums: { orders: 0, parts: 0 },
  })
})

verifies('queue.groups', async () => {
  const { orders: listed, groups, sums } = await read('group=spool')
  expect(listed.map(({ code }) => code.charAt(4)).join('')).toBe('DBCA')
  expect(sums.orders).toBe(4)
  const of = { orders: 2, centihours: 100, grams: 20, parts: 4 }
  expect(groups).toMatchObject([
    { material: 'petg', color: 'Red', nozzleMm: 0.6, ...of },
    {
      material: 'pla',
      color: 'Black',
      nozzleMm: 0.4,
      orders: 2,
      parts: 2,
      grams: 10,
      centihours: 50,
    },
  ])
})

verifies('queue.search', async () => {
  for (const text of [
    '7KQ',
    'kq2',
    'SVC-7KQ2ZM',
    '2zm',
    'muller',
    'MÜLLER',
    'zoë mul',
    'zoe.muller@shop.example',
    'ZOE.MULLER@SHOP',
    'shop',
    'gear',
    'v2 final',
    'alesund',
    '90210',
    '151',
    "zoe' O'hara",
    // Longer than a stored word.
    'y'.repeat(120),
    'ord-7KQ',
  ]) {
    expect([text, await lettersOf(new URLSearchParams({ q: text }).toString())]).toEqual([
      text,
      '7',
    ])
  }
  for (const text of [
    'uller',
    'nobody',
    'SVC-7KQ2ZN',
    "'",
    '\\',
    ':*',
    'zoe & nobody',
    'cart-zoex',
  ]) {
    expect([text, await lettersOf(new URLSearchParams({ q: text }).toString())]).toEqual([text, ''])
  }
  // Six letters with a mark each once they are decomposed: 4,200 bytes, more than the limit of a word in a query.
  expect(await lettersOf(new URLSearchParams({ q: '\u3316'.repeat(200) }).toString())).toBe('')
  expect(await lettersOf('q=recipient&status=ACCEPTED')).toBe('B')
  expect([...(await lettersOf('q=recipient'))].sort().join('')).toBe('ABCDEF')
})

verifies('queue.search-tracking', async () => {
  const tracking = { carrier: 'UPS', number: '1Z 999-AA1 01', url: null, shippedAt: now }
  await database.pool.query('update orders set tracking = $2 where code = $1', [
    'SVC-EEEEEE',
    JSON.stringify(tracking),
  ])
  for (const [text, found] of [
    ['1Z 999-AA1 01', 'E'],
    ['1z999aa1', 'E'],
    ['1Z999AA10', 'E'],
    // Shorter than the common prefix of a carrier's numbers may be.
    ['1Z999AA', ''],
    ['1Z999AA102', ''],
    ['999AA101', ''],
    ['%%%%%%%%', ''],
  ]) {
    const query = new URLSearchParams({ q: text ?? '', status: 'all' }).toString()
    expect([text, await lettersOf(query)]).toEqual([text, found ?? ''])
  }
  await database.pool.query(`update orders set tracking = null where code = 'SVC-EEEEEE'`)
})

test('a held order is found by the filter, and changes nothing else', async () => {
  const work = createOrderWork(database.db, {
    cache: { coreVersion: 1, log },
    mailPlace: { baseUrl: 'https://farm.example', timeZone: 'UTC' },
  })
  const change = { kind: 'hold', reason: 'No spool.' } as const
  const hold = (code: string) =>
    work.change(code, {
      by: 'ada@farm.example',
      run: async ({ order, changeWork }) => ({ order, held: await changeWork(change) }),
    })
  const held = await hold('SVC-AAAAAA')
  expect(held?.held).toMatchObject({
    hold: { reason: 'No spool.', by: 'ada@farm.example' },
    version: (held?.order.version ?? 0) + 1,
  })
  expect([await lettersOf('held=yes'), await lettersOf('held=no')]).toEqual(['A', 'DCB'])
  expect(await hold('SVC-QQQQQQ')).toBeNull()
})

test('the stream has every order of the filter once, oldest first', async () => {
  const codes: string[] = []
  for await (const batch of queue().stream(readQueueFilter({ status: 'all' }).filter, now)) {
    codes.push(...batch.map(({ code }) => code.charAt(4)))
  }
  expect(codes.slice(0, 4).join('')).toBe('7BCE')
  expect(codes.slice(4).sort().join('')).toBe('AD')
})

test('the stream of late orders leaves out orders without a due day', async () => {
  const setDue = (due: Date | null) =>
    database.pool.query(`update orders set due_at = $1 where code = 'SVC-FFFFFF'`, [due])
  await setDue(null)
  const query = { status: 'all', late: 'yes', paid: 'any' }
  const codes: string[] = []
  for await (const batch of queue().stream(readQueueFilter(query).filter, now)) {
    codes.push(...batch.map(({ code }) => code.charAt(4)))
  }
  await setDue(day(1))
  expect(codes).toEqual(['C'])
})

test('an order of several spools counts under each spool, and is listed once, under the first', async () => {
  await store('SVC-MMMMMM', { options: black }, { due: 0.5 })
  const { rows } = await database.pool.query<{ id: OrderId }>(
    `update orders set code = 'CART-MMMMMM', source = 'web', line_count = 2, quantity = 10, lines_grams = 50, lines_centihours = 250
      where code = 'SVC-MMMMMM' returning id`,
  )
  const { file } = newOrder(accountId)
  const price = { printCents: 100, gramsPerPart: 5, centihoursPerPart: 25 }
  const abs = printOptions({ material: 'abs', color: 'Red', quantity: 9 })
  await database.db.transaction().execute((tx) =>
    insertLines(tx, rows[0]?.id ?? orderIdOf(''), [
      { options: black, price, file },
      { options: abs, price, file: { ...file, fileName: 'handle.stl' } },
    ]),
  )
  const { orders: listed, groups, sums } = await read('group=spool')
  expect(listed.map(({ code }) => code.slice(0, 5)).join(' ')).toBe('SVC-D SVC-B SVC-C CART- SVC-A')
  expect(
    groups.map(({ material, orders: count, parts, grams, centihours }) => [
      material,
      count,
      parts,
      grams,
      centihours,
    ]),
  ).toEqual([
    ['petg', 2, 4, 20, 100],
    ['pla', 3, 3, 15, 75],
    ['abs', 1, 9, 45, 225],
  ])
  expect(sums).toEqual({ orders: 5, parts: 16, grams: 80, centihours: 400 })
  for (const [query, letters] of [
    ['material=abs', '-'],
    ['color=red&nozzle=0.4', '-'],
    ['color=black', 'C-A'],
    ['material=abs&color=black', ''],
    ['q=handle', '-'],
    ['q=abs', '-'],
  ]) {
    expect([query, await lettersOf(query ?? '')]).toEqual([query, letters])
  }
  expect((await read('group=spool&material=abs')).groups).toMatchObject([{ material: 'abs' }])
})

test('grams are those of the plan: with the supports that a price leaves out, and once when a quote includes them', async () => {
  const supports = {
    decision: 'supports',
    filamentCm3: 2,
    seconds: 60,
    unsupportedMm2: 400,
    turnedMm: null,
  } as const
  const asa = (quantity: number) => printOptions({ material: 'asa', color: 'White', quantity })
  await store('SVC-GGGGGG', { options: asa(3), supports })
  await store('SVC-HHHHHH', { options: asa(1), supports })
  // Deletes its quote, which the sum does not read.
  await database.pool.query(
    `begin; set local session_replication_role = replica;
      update orders set quote_id = 'of-another-table' where code = 'SVC-HHHHHH'; commit`,
  )
  await store('SVC-JJJJJJ', { options: asa(3) })
  const { rows } = await database.pool.query<{ id: string }>(
    `update orders set code = 'CART-JJJJJJ', source = 'web', line_count = 2, lines_grams = 15, lines_centihours = 75
      where code = 'SVC-JJJJJJ' returning id`,
  )
  const { file } = newOrder(accountId)
  const price = { printCents: 100, gramsPerPart: 5, centihoursPerPart: 25 }
  await database.db.transaction().execute((tx) =>
    insertLines(tx, orderIdOf(rows[0]?.id ?? ''), [
      { options: asa(2), price, file, supports },
      { options: asa(1), price, file },
    ]),
  )
  // A part of 5 g, and 2 cm3 of asa at 1.07 g/cm3: 3 x 7.14, 5, 2 x 7.14 + 5.
  const expected = 21.42 + 5 + 19.28
  for (const query of ['material=asa', 'group=spool&material=asa', 'q=recipient&material=asa']) {
    expect((await read(query)).sums.grams).toBeCloseTo(expected, 6)
  }
  expect((await read('group=spool&material=asa')).groups).toMatchObject([
    { grams: expect.closeTo(expected, 6), parts: 7 },
  ])
  const listed = (await read('material=asa')).orders
  const lines = await linesOfOrders({ orderLines: createOrderLines(database.db) }, listed)
  const grams = listed.map((order) => plannedGrams(order, lines.get(order.id) ?? []))
  expect(grams.reduce((sum, each) => sum + each, 0)).toBeCloseTo(expected, 6)
})

test('a search of more than 1,000 orders is capped', async () => {
  await fillOrders(database.pool, { orders: 1_001, days: 10, open: 0 })
  await database.pool.query(
    `insert into order_search (order_id, words)
      select id, order_search_words(code, recipient_name) from orders on conflict do nothing`,
  )
  const { filter } = readQueueFilter({ q: 'customer' })
  expect(await queue().isCapped(filter, now)).toBe(true)
  await database.pool.query(
    'delete from order_search where order_id = (select id from orders where recipient_name = $1 limit 1)',
    ['Customer 1'],
  )
  expect(await queue().isCapped(filter, now)).toBe(false)
})
