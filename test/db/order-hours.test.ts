// Sums of orders by hour, day and month, compared with an independent count of the events.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { createThroughput } from '../../server/db/desk/throughput.ts'
import { createOrders } from '../../server/db/orders/orders.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { addDays, dayOf } from '../../server/domain/base/time/day.ts'
import { materialNames } from '../../server/domain/catalog/materials.ts'
import type { MoveKind, Throughput } from '../../server/domain/desk/throughput.ts'
import {
  type RangeStep,
  type ThroughputRange,
  wholeWeeks,
} from '../../server/domain/desk/throughput-range.ts'
import type { OrderStatus } from '../../server/domain/orders/record/status.ts'
import { withoutTriggers } from '../../testing/database/without-triggers.ts'
import { newOrder, printOptions } from '../../testing/orders.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { useDatabase } from '../../testing/use.ts'

const account = 'farm' as AccountId
const database = useDatabase()
beforeAll(async () => {
  await ensureAccount(database.db, account, 'farm@example.com')
})
beforeEach(async () => {
  await database.pool.query(
    'truncate order_events, refunds, print_jobs, orders, order_hours, order_days, order_months, order_hours_progress cascade',
  )
})

const zone = 'America/New_York'
const sumUp = (timeZone = zone) => sumUpOrders(database.db, timeZone)
const read = (range: ThroughputRange, timeZone = zone) =>
  createThroughput(database.db, timeZone).read(range)
const today = () => dayOf(new Date(), zone)
const lastDays = (days: number, step: RangeStep): ThroughputRange => ({
  from: addDays(today(), 1 - days),
  to: today(),
  step,
})

type OrderOptions = Parameters<typeof printOptions>[0] & { readonly cents?: number }

async function order({ cents = 800, ...options }: OrderOptions = {}): Promise<string> {
  const made = newOrder(account, {
    options: printOptions(options),
    price: {
      printCents: cents - 700,
      shippingCents: 700,
      totalCents: cents,
      gramsPerPart: 5,
      centihoursPerPart: 25,
    },
  })
  await createOrders(database, { baseUrl: 'http://localhost', log: console }).insert(made)
  await database.db.deleteFrom('order_events').where('order_id', '=', made.id).execute()
  await database.pool.query('update orders set paid = true, payment_id = $1 where id = $1', [
    made.id,
  ])
  return made.id
}

/** Inserts an event; `at` is a number of hours ago, or a moment. */
async function event(id: string, status: OrderStatus, at: number | string): Promise<void> {
  await database.pool.query(
    `insert into order_events (order_id, status, by, at)
     values ($1, $2, 'test', case when $3::float8 is null then $4::timestamptz else now() - $3 * interval '1 hour' end)`,
    [id, status, typeof at === 'number' ? at : null, typeof at === 'number' ? null : at],
  )
}

async function refund(
  id: string,
  cents: number,
  hoursAgo: number,
  outcome: 'succeeded' | 'failed' = 'succeeded',
): Promise<string> {
  const refundId = crypto.randomUUID()
  await withoutTriggers(
    database.pool,
    `insert into refunds (id, order_id, request_key, payment_id, amount_cents, reason, requested_by, state)
     values ($1::uuid, $2::uuid, $1::uuid::text, $2::uuid::text, $3, 'broken', 'ada@farm.example', 'succeeded')`,
    [refundId, id, cents],
  )
  for (const state of ['started', outcome]) await refundEvent(id, refundId, { state, hoursAgo })
  return refundId
}

const failed = (id: string, refundId: string, hoursAgo: number): Promise<void> =>
  refundEvent(id, refundId, { state: 'failed', hoursAgo })

async function refundEvent(
  id: string,
  refundId: string,
  { state, hoursAgo }: { state: string; hoursAgo: number },
): Promise<void> {
  await database.pool.query(
    `insert into order_events (order_id, status, by, at, refund_id, refund_state)
     values ($1, 'CANCELLED', 'test', now() - $2 * interval '1 hour', $3, $4)`,
    [id, hoursAgo, refundId, state],
  )
}

type DoneJob = { readonly good: number; readonly scrap: number; readonly hoursAgo: number }

async function doneJob(orderId: string, { good, scrap, hoursAgo }: DoneJob): Promise<string> {
  const id = crypto.randomUUID()
  await database.pool.query(
    `insert into print_jobs (id, order_id, plate, parts, state, material, color, nozzle_diameter, centihours, file_kind, own_kind,
       good, scrap, created_by, finished_at)
     select $2, id, 1, $3::int + $4::int, 'done', material, color, 0.4, 25 * ($3::int + $4::int), 'model', 'model', $3, $4, 'test', now() - $5 * interval '1 hour'
     from orders where id = $1`,
    [orderId, id, good, scrap, hoursAgo],
  )
  return id
}

type Figures = Record<string, readonly (string | number)[]>

const kinds = ['received', 'printed', 'shipped', 'dropped', 'refunded'] as const

/** Returns every non-zero figure of a page. */
function figuresOf({ steps, total, materials, colors }: Throughput): Figures {
  const all: Figures = {}
  const note = (group: string, kind: MoveKind, sums: Throughput['total'][MoveKind]) => {
    const { orders, parts, grams, centihours, cents } = sums
    if (orders > 0) all[`${group} ${kind}`] = [orders, parts, grams, centihours, cents]
  }
  for (const kind of kinds) {
    note('total', kind, total[kind])
    for (const step of steps) note(step.at.toISOString(), kind, step[kind])
    for (const each of [...materials, ...colors]) note(each.name, kind, each[kind])
  }
  return all
}

/**
 * Counts the same figures from the events alone: selects the first event of each status with `distinct on` and sums
 * them in JavaScript. The text of the local time limits the range.
 */
async function counted({ from, to, step }: ThroughputRange): Promise<Figures> {
  const { rows } = await database.pool.query<{
    at: Date
    local: string
    status: OrderStatus
    order_id: string
    refunded: number | null
    material: string
    color: string
    quantity: number
    total_cents: number
  }>(
    `select at, to_char(date_trunc($1, at at time zone $2), 'YYYY-MM-DD HH24:MI:SS') as start_local,
       to_char(at at time zone $2, 'YYYY-MM-DD') as local, event.status, event.order_id, material, color, quantity, total_cents,
       case when refund_state = 'succeeded' then amount_cents end as refunded,
       (date_trunc($1, at at time zone $2) at time zone $2) as start
     from order_events event join orders on orders.id = order_id left join refunds on refunds.id = refund_id
     where refund_id is null or refund_state = 'succeeded'
     order by event.id`,
    [step, zone],
  )
  const seen = new Set<string>()
  const all: Record<string, number[]> = {}
  const add = (row: (typeof rows)[number] & { start?: Date }, kind: MoveKind) => {
    if (row.local < from || row.local > to) return
    const { quantity, total_cents: cents, refunded, material, color } = row
    const figures =
      refunded === null ? [1, quantity, 5 * quantity, 25 * quantity, cents] : [1, 0, 0, 0, refunded]
    for (const group of ['total', material, color, row.start?.toISOString() ?? '']) {
      const name = `${group} ${kind}`
      all[name] = figures.map((figure, index) => figure + (all[name]?.[index] ?? 0))
    }
  }
  for (const row of rows) {
    if (row.refunded !== null) {
      add(row, 'refunded')
      continue
    }
    for (const kind of kinds) {
      const isFirst = !seen.has(`${kind} ${row.order_id}`)
      if (!statusesOf[kind].includes(row.status) || !isFirst) continue
      seen.add(`${kind} ${row.order_id}`)
      if (kind !== 'dropped' || seen.has(`received ${row.order_id}`)) add(row, kind)
    }
  }
  return all
}

const statusesOf: Readonly<Record<MoveKind, readonly OrderStatus[]>> = {
  received: ['RECEIVED'],
  printed: ['PRINTED', 'SHIPPED', 'DELIVERED'],
  shipped: ['SHIPPED', 'DELIVERED'],
  dropped: ['CANCELLED', 'REJECTED'],
  refunded: [],
}

const expectExact = async (range: ThroughputRange) =>
  expect(figuresOf(await read(range))).toEqual(await counted(range))

describe('sums of orders', () => {
  test('an order counts once per kind, however often it moves back', async () => {
    const id = await order({ quantity: 3, cents: 1900 })
    const history: readonly OrderStatus[] = [
      'RECEIVED',
      'PRINTING',
      'PRINTED',
      'RECEIVED',
      'PRINTED',
      'SHIPPED',
      'DELIVERED',
    ]
    for (const [index, status] of history.entries()) await event(id, status, 9 - index)
    await sumUp()
    const { total } = await read(lastDays(2, 'hour'))
    const one = { orders: 1, parts: 3, grams: 15, centihours: 75, cents: 1900 }
    expect(total).toMatchObject({ received: one, printed: one, shipped: one })
    expect(total.dropped.orders + total.refunded.orders).toBe(0)
  })

  test('parts count as printed when their job is done, or with their order when it has no jobs', async () => {
    const id = await order({ quantity: 5 })
    await event(id, 'RECEIVED', 90)
    await doneJob(id, { good: 2, scrap: 1, hoursAgo: 60 })
    await doneJob(id, { good: 1, scrap: 0, hoursAgo: 30 })
    await event(id, 'PRINTED', 30)
    // This job ends after an operator set the order to PRINTED.
    await doneJob(id, { good: 1, scrap: 0, hoursAgo: 10 })
    for (const check of [false, true]) {
      if (check) await sumUp()
      const { steps, total } = await read(lastDays(6, 'hour'))
      expect(total.printed).toEqual({
        orders: 1,
        parts: 7,
        grams: 35,
        centihours: 175,
        cents: 800,
      })
      const printed = steps.filter((step) => step.printed.parts > 0)
      expect(printed.map((step) => [step.printed.orders, step.printed.parts])).toEqual([
        [0, 3],
        [1, 3],
        [0, 1],
      ])
    }
  })

  test.each([
    ['is summed up again', 1],
    ['is not summed up again', 30],
  ])(
    'a part that turns out bad counts together with its reprint when its hour %s',
    async (_, hours) => {
      const id = await order({ quantity: 3 })
      await event(id, 'RECEIVED', 90)
      const first = await doneJob(id, { good: 3, scrap: 0, hoursAgo: hours })
      await event(id, 'PRINTED', hours)
      const printed = async () => {
        await sumUp()
        return (await read(lastDays(6, 'day'))).total.printed
      }
      const three = { orders: 1, parts: 3, grams: 15, centihours: 75, cents: 800 }
      expect(await printed()).toEqual(three)
      await database.pool.query('update print_jobs set good = 2, scrap = 1 where id = $1', [first])
      const again = await doneJob(id, { good: 1, scrap: 0, hoursAgo: 0 })
      await database.pool.query(
        "update print_jobs set reprint_of = $1, state = 'queued', good = null, scrap = null, finished_at = null where id = $2",
        [first, again],
      )
      expect(await printed()).toEqual(three)
      await database.pool.query(
        "update print_jobs set state = 'done', good = 1, scrap = 0, finished_at = now() where id = $1",
        [again],
      )
      await event(id, 'PRINTED', 0)
      expect(await printed()).toEqual({ ...three, parts: 4, grams: 20, centihours: 100 })
    },
  )

  test('counts refunds and orders that were cancelled after payment', async () => {
    const paid = await order({ cents: 2000 })
    await event(paid, 'RECEIVED', 5)
    await event(paid, 'CANCELLED', 4)
    await refund(paid, 1300, 3)
    const never = await order()
    await event(never, 'PENDING_PAYMENT', 5)
    await event(never, 'CANCELLED', 4)
    await sumUp()
    expect((await read(lastDays(2, 'day'))).total).toMatchObject({
      received: { orders: 1, cents: 2000 },
      dropped: { orders: 1, cents: 2000 },
      refunded: { orders: 1, parts: 0, grams: 0, cents: 1300 },
      shipped: { orders: 0 },
    })
  })

  test('subtracts a refund that the bank returns, except the share of a gift card', async () => {
    const id = await order({ cents: 2000 })
    const [whole, part] = [await refund(id, 1200, 30), await refund(id, 800, 30)]
    await database.pool.query('update refunds set gift_cents = 500 where id = $1', [part])
    await failed(id, whole, 5)
    await failed(id, part, 4)
    // The refund is refused immediately: only the share of the gift card was returned.
    const refused = await refund(id, 900, 3, 'failed')
    await database.pool.query('update refunds set gift_cents = 100 where id = $1', [refused])
    await sumUp()
    expect((await read(lastDays(3, 'hour'))).steps.map(({ refunded }) => refunded)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ orders: 2, cents: 2000 }),
        expect.objectContaining({ orders: -1, cents: -1200 }),
        expect.objectContaining({ orders: 0, cents: -300 }),
      ]),
    )
    expect((await read(lastDays(3, 'day'))).total.refunded).toMatchObject({ orders: 2, cents: 600 })
  })

  test('a range ends with its last day, also where clocks change', async () => {
    const ends = async (from: string, to: string, step: RangeStep) =>
      (await read({ from, to, step })).end.toISOString()
    // In New York clocks go back on November 1 and forward on March 8, 2026.
    expect(await ends('2026-11-01', '2026-11-01', 'day')).toBe('2026-11-02T05:00:00.000Z')
    expect(await ends('2026-03-08', '2026-03-08', 'hour')).toBe('2026-03-09T04:00:00.000Z')
    expect(await ends('2026-03-02', '2026-03-08', 'week')).toBe('2026-03-09T04:00:00.000Z')
  })

  test('equal a count of the events, at every step, with and without a run of the task', async () => {
    const random = seededRandom(Number(process.env['SEED'] ?? 20_261_124))
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const paths: readonly (readonly OrderStatus[])[] = [
      ['RECEIVED'],
      ['RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED', 'DELIVERED'],
      ['RECEIVED', 'ACCEPTED', 'SHIPPED'],
      ['RECEIVED', 'REJECTED'],
      ['PENDING_PAYMENT', 'CANCELLED'],
      ['RECEIVED', 'CANCELLED', 'RECEIVED', 'PRINTED', 'DELIVERED'],
    ]
    for (let made = 0; made < 150; made++) {
      const quantity = 1 + Math.floor(random() * 9)
      const color = pick(['Black', 'White', 'Default'])
      const id = await order({ quantity, color, material: pick(materialNames) })
      let hoursAgo = random() * 24 * 70
      for (const status of pick(paths)) {
        await event(id, status, hoursAgo)
        hoursAgo *= random()
      }
      if (random() < 0.2) await refund(id, 100 + made, hoursAgo)
    }
    // 70 days contain a whole month.
    const ranges = [
      lastDays(70, 'day'),
      lastDays(30, 'day'),
      lastDays(10, 'hour'),
      lastDays(3, 'hour'),
    ]
    const past = { ...lastDays(15, 'day'), to: addDays(today(), -3) }
    for (const range of [...ranges, past]) await expectExact(range)
    expect(await sumUp()).toBe(true)
    for (const range of [...ranges, past]) await expectExact(range)
    // Completed hours are read from the sums: without those rows the past has no figures.
    await database.pool.query('delete from order_days')
    await database.pool.query('delete from order_months')
    expect((await read(past)).total.received.orders).toBe(0)
  })

  test('a second run changes nothing, and a run after days without a worker catches up', async () => {
    for (const hoursAgo of [1, 30, 100, 500]) await event(await order(), 'RECEIVED', hoursAgo)
    await sumUp()
    const hours = async () =>
      (await database.pool.query('select * from order_hours order by hour, material')).rows
    const first = await hours()
    await sumUp()
    expect(await hours()).toEqual(first)
    await database.pool.query(
      "update order_hours_progress set done_until = now() - interval '5 days'",
    )
    await database.pool.query("delete from order_hours where hour > now() - interval '5 days'")
    await expectExact(lastDays(30, 'day'))
    await sumUp()
    await expectExact(lastDays(30, 'day'))
  })

  test('a transaction that began before a run and commits after it is counted by the next one', async () => {
    await event(await order(), 'RECEIVED', 3)
    const late = await order()
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      "insert into order_events (order_id, status, by, at) values ($1, 'RECEIVED', 'test', now() - interval '9 minutes')",
      [late],
    )
    await sumUp()
    expect((await read(lastDays(2, 'hour'))).total.received.orders).toBe(1)
    await client.query('commit')
    client.release()
    await sumUp()
    expect((await read(lastDays(2, 'hour'))).total.received.orders).toBe(2)
    const { rows } = await database.pool.query(
      "select sum(orders)::int as orders from order_hours where material = ''",
    )
    expect(rows).toEqual([{ orders: 2 }])
  })

  test('an event between two runs is counted immediately', async () => {
    await event(await order(), 'RECEIVED', 3)
    await sumUp()
    await event(await order(), 'RECEIVED', 0)
    expect((await read(lastDays(2, 'day'))).total.received.orders).toBe(2)
  })

  test('includes later events in a range that was read before', async () => {
    const reader = createThroughput(database.db, zone)
    const weeks = wholeWeeks(addDays(today(), -39), today())
    const ranges = [lastDays(40, 'day'), lastDays(14, 'hour'), weeks]
    const shown = () =>
      Promise.all(ranges.map(async (range) => figuresOf(await reader.read(range))))
    await event(await order(), 'RECEIVED', 24 * 5)
    await sumUp()
    expect(await shown()).toEqual(await Promise.all(ranges.map(counted)))
    const late = await order()
    await event(late, 'RECEIVED', 0)
    expect(await shown()).toEqual(await Promise.all(ranges.map(counted)))
    await event(late, 'SHIPPED', 0)
    await sumUp()
    expect(await shown()).toEqual(await Promise.all(ranges.map(counted)))
  })

  test('another time zone rebuilds all sums', async () => {
    await event(await order(), 'RECEIVED', '2026-06-10T03:30:00Z')
    const june = (timeZone: string) =>
      read({ from: '2026-06-09', to: '2026-06-10', step: 'day' }, timeZone).then(({ steps }) =>
        steps.map(({ received }) => received.orders),
      )
    await sumUp()
    expect(await june(zone)).toEqual([1, 0])
    // This time zone is offset by half an hour: its hours begin at half past.
    await sumUp('Asia/Kolkata')
    expect(await june('Asia/Kolkata')).toEqual([0, 1])
    const { rows } = await sql<{
      hour: Date
    }>`select hour from order_hours where material = ''`.execute(database.db)
    expect(rows).toEqual([{ hour: new Date('2026-06-10T03:30:00Z') }])
  })

  test('a day on which the clocks go back has 25 hours', async () => {
    // In New York the clocks went back at 06:00 UTC.
    const day = { from: '2026-11-01', to: '2026-11-01', step: 'hour' } as const
    for (const at of ['05:30', '06:30']) {
      await event(await order(), 'RECEIVED', `2026-11-01T${at}:00Z`)
    }
    for (const check of [false, true]) {
      if (check) await sumUp()
      const { steps } = await read(day)
      expect(steps).toHaveLength(25)
      const busy = steps.filter(({ received }) => received.orders > 0)
      expect(busy.map(({ at }) => at.toISOString())).toEqual([
        '2026-11-01T05:00:00.000Z',
        '2026-11-01T06:00:00.000Z',
      ])
    }
    expect((await read({ ...day, step: 'day' })).total.received.orders).toBe(2)
  })

  test('one process at a time', async () => {
    await event(await order(), 'RECEIVED', 3)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7305018)')
    expect(await sumUp()).toBe(false)
    await client.query('rollback')
    client.release()
    expect(await sumUp()).toBe(true)
  })
})
