// The farm's load as PostgreSQL counts it, from orders with a hand-written history.

import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { createDeskReader } from '../../server/db/desk/desk-reader.ts'
import { sumUpFarm } from '../../server/db/farm/load/quarter-hours.ts'
import { createFarmLoad } from '../../server/db/farm/load/read-load.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { type PrintJobId, printJobIdOf } from '../../server/domain/base/ids/print-job-id.ts'
import { type OrderStatus, orderStatusLabels } from '../../server/domain/orders/record/status.ts'
import { newOrder, printOptions } from '../../testing/orders.ts'
import { useDatabase } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'
import { ordersIn } from './orders-fixture.ts'

const account = 'farm' as AccountId
const database = useDatabase()
beforeAll(async () => {
  await ensureAccount(database.db, account, 'farm@example.com')
})
beforeEach(async () => {
  await database.db.deleteFrom('farm_quarter_hours').execute()
  await database.db.deleteFrom('farm_quarter_hours_progress').execute()
  await database.db.deleteFrom('print_jobs').execute()
  await database.db.deleteFrom('order_events').execute()
  await database.db.deleteFrom('orders').execute()
})

const read = () => createFarmLoad(database.db, { cacheMs: 0 }).read()

const isStatus = (name: string): name is OrderStatus => Object.hasOwn(orderStatusLabels, name)

/** Stores an order of so many machine hours, and the number of days since each of its statuses began. */
async function order(hours: number, history: readonly `${OrderStatus} ${number}`[], quantity = 1) {
  const events = history.map((event) => {
    const [status = '', daysAgo] = event.split(' ')
    if (!isStatus(status)) throw new Error(`not a status: ${status}`)
    return { status, daysAgo: Number(daysAgo) }
  })
  const centihoursPerPart = Math.round((100 * hours) / quantity)
  const made = newOrder(account, {
    options: printOptions({ quantity }),
    price: {
      printCents: 100,
      shippingCents: 700,
      totalCents: 800,
      gramsPerPart: 5,
      centihoursPerPart,
    },
  })
  const { db } = database
  await ordersIn(database).insert(made)
  await db.deleteFrom('order_events').where('order_id', '=', made.id).execute()
  for (const { status, daysAgo } of events) {
    const at = sql<Date>`current_date - ${daysAgo}::float8 * interval '1 day' + interval '12 hours'`
    await db
      .insertInto('order_events')
      .values({ order_id: made.id, status, by: 'test', at })
      .execute()
  }
  const last = events.at(-1)?.status ?? 'PENDING_PAYMENT'
  const paid = events.some(({ status }) => status === 'RECEIVED')
  await db
    .updateTable('orders')
    .set({ status: last, paid, payment_id: paid ? paymentIdOf(made.id) : null })
    .where('id', '=', made.id)
    .execute()
}

test('an empty farm has no load', async () => {
  expect(await read()).toMatchObject({
    queuedOrders: 0,
    queuedHours: 0,
    packingDays: null,
    shippedOrders: 0,
  })
})

test('the queue contains orders that are paid, or released unpaid, and not printed', async () => {
  await order(2, ['RECEIVED 1'])
  await order(3, ['RECEIVED 2', 'ACCEPTED 1'])
  await order(8, ['RECEIVED 2', 'PRINTING 1'], 4)
  await order(4, ['PENDING_PAYMENT 2', 'ACCEPTED 1'])
  await order(50, ['PENDING_PAYMENT 1'])
  await order(50, ['RECEIVED 3', 'PRINTED 1'])
  await order(50, ['RECEIVED 3', 'CANCELLED 1'])
  expect(await read()).toMatchObject({ queuedOrders: 4, queuedHours: 17 })
})

test('the overview and the metric count the same backlog of parts without a good print', async () => {
  await order(8, ['RECEIVED 2', 'PRINTING 1'], 4)
  // Two hours per part: one of four is good, one was scrap.
  await job(1, 1, 0)
  await order(3, ['RECEIVED 1'])
  // Released unpaid, and waiting for its payment.
  await order(2, ['PENDING_PAYMENT 2', 'ACCEPTED 1'])
  await order(50, ['PENDING_PAYMENT 2'])
  await order(50, ['RECEIVED 3', 'PRINTED 1'])
  const open = await createDeskReader(database).openOrders({
    machineHoursPerDay: 10,
    packingDays: 1,
  })
  expect([open.backlogHundredths / 100, (await read()).queuedHours]).toEqual([11, 11])
})

test('each order arrives, is finished or is dropped once, on its day', async () => {
  await order(2, ['RECEIVED 5', 'PRINTING 4', 'PRINTED 3', 'SHIPPED 2', 'PRINTED 1'])
  // Shipped without having been printed.
  await order(4, ['RECEIVED 3', 'SHIPPED 2'])
  await order(7, ['RECEIVED 3', 'REJECTED 2'])
  // Printed, then cancelled: it was printed.
  await order(1, ['RECEIVED 3', 'PRINTED 2', 'CANCELLED 1'])
  // Long ago.
  await order(9, ['RECEIVED 40', 'PRINTED 35'])
  // Released unpaid, which is its arrival.
  await order(6, ['PENDING_PAYMENT 5', 'ACCEPTED 4', 'PRINTED 2'])
  // Never released.
  await order(50, ['PENDING_PAYMENT 3', 'CANCELLED 2'])
  const { days, today } = await read()
  const empty = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }
  expect(today).toEqual(empty)
  expect(days).toHaveLength(28)
  expect(days.slice(0, 5)).toEqual([
    empty,
    { arrivedHours: 0, finishedHours: 11, finishedOrders: 3, droppedHours: 7 },
    { arrivedHours: 12, finishedHours: 2, finishedOrders: 1, droppedHours: 0 },
    { arrivedHours: 6, finishedHours: 0, finishedOrders: 0, droppedHours: 0 },
    { arrivedHours: 2, finishedHours: 0, finishedOrders: 0, droppedHours: 0 },
  ])
  expect(days.slice(5)).toEqual(Array.from({ length: 23 }, () => empty))
})

test('packing is the median from printed to shipped', async () => {
  for (const shipped of [2, 1, 0]) {
    await order(1, ['RECEIVED 5', 'PRINTED 3', `SHIPPED ${shipped}`])
  }
  await order(1, ['RECEIVED 5', 'SHIPPED 1'])
  expect(await read()).toMatchObject({ packingDays: 2, shippedOrders: 3 })
})

test('the sums by quarter of an hour equal the history, and are read in its place', async () => {
  await order(2, ['RECEIVED 5', 'PRINTING 4', 'PRINTED 3', 'SHIPPED 2', 'PRINTED 1'])
  await order(7, ['RECEIVED 3', 'REJECTED 2'])
  await order(6, ['RECEIVED 3', 'PRINTED 1'], 3)
  // 2 of its 3 parts are done a day before the order.
  await job(2, 0, 2)
  expect(await sumUpFarm(database.db)).toBe(true)
  // A second run adds nothing.
  expect(await sumUpFarm(database.db)).toBe(true)
  await database.db.deleteFrom('print_jobs').execute()
  await database.db.deleteFrom('order_events').execute()
  const { days, packingDays, shippedOrders } = await read()
  expect(days.slice(0, 5)).toEqual([
    { arrivedHours: 0, finishedHours: 2, finishedOrders: 1, droppedHours: 0 },
    { arrivedHours: 0, finishedHours: 4, finishedOrders: 0, droppedHours: 7 },
    { arrivedHours: 13, finishedHours: 2, finishedOrders: 1, droppedHours: 0 },
    { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 },
    { arrivedHours: 2, finishedHours: 0, finishedOrders: 0, droppedHours: 0 },
  ])
  expect({ packingDays, shippedOrders }).toEqual({ packingDays: 1, shippedOrders: 1 })
})

test('the load includes events after the last sums', async () => {
  await order(5, ['RECEIVED 2'])
  await sumUpFarm(database.db)
  const { db } = database
  await order(3, ['RECEIVED 1'])
  await db
    .updateTable('order_events')
    .set({ at: sql`now()` })
    .where('at', '>', sql<Date>`current_date - interval '1 day'`)
    .execute()
  const { days, today } = await read()
  expect([days[1]?.arrivedHours, today.arrivedHours]).toEqual([5, 3])
})

test('the packing times in the sample of a quarter of an hour are weighted by their share', async () => {
  // 20 orders of one quarter took 1 day; 12 of two quarters 3 days: the median of all 32 is 1, and the median of the
  // sample would be 3.
  for (let made = 0; made < 20; made++) await order(1, ['RECEIVED 5', 'PRINTED 4', 'SHIPPED 3'])
  for (let made = 0; made < 6; made++) {
    await order(1, ['RECEIVED 9', 'PRINTED 7', 'SHIPPED 4'])
    await order(1, ['RECEIVED 9', 'PRINTED 8', 'SHIPPED 5'])
  }
  await sumUpFarm(database.db)
  expect(await read()).toMatchObject({ packingDays: 1, shippedOrders: 32 })
})

test('a reading is cached briefly, and concurrent calls read the database once', async () => {
  const reader = createFarmLoad(database.db, { cacheMs: 60_000, queueCacheMs: 60_000 })
  const [first, second] = await Promise.all([reader.read(), reader.read()])
  expect(second).toEqual(first)
  await order(2, ['RECEIVED 1'])
  expect(await reader.read()).toEqual(first)
  expect(await read()).toMatchObject({ queuedOrders: 1 })
})

/** Stores a finished print job of the latest order. */
async function job(good: number, scrap: number, daysAgo: number, reprintOf?: PrintJobId) {
  const jobId = printJobIdOf(crypto.randomUUID())
  const { db } = database
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('print_jobs')
    .values({
      id: jobId,
      order_id: id,
      plate: 1,
      parts: good + scrap,
      state: 'done',
      material: 'pla',
      color: 'Black',
      nozzle_diameter: 0.4,
      centihours: 0,
      file_kind: 'gcode',
      own_kind: 'gcode',
      good,
      scrap,
      created_by: 'test',
      finished_at: sql<Date>`current_date - ${daysAgo}::float8 * interval '1 day' + interval '12 hours'`,
      reprint_of: reprintOf ?? null,
    })
    .execute()
  return jobId
}

verifies('farm.lead-time', async () => {
  // 4 parts of 2 hours: one done four days ago, two three days ago with one of scrap, the last two days ago with its order.
  await order(8, ['RECEIVED 5', 'PRINTING 4', 'PRINTED 2'], 4)
  await job(1, 0, 4)
  await job(2, 1, 3)
  await job(1, 0, 2)
  // 3 parts of 1 hour: two by a job, the third without one.
  await order(3, ['RECEIVED 5', 'PRINTED 1'], 3)
  await job(2, 0, 3)
  // 2 parts of 1 hour, of which one turned out bad after the order was printed, and was printed again.
  await order(2, ['RECEIVED 5', 'PRINTED 3', 'PRINTING 2', 'PRINTED 1'], 2)
  const bad = await job(1, 1, 3)
  await job(1, 0, 1, bad)
  // 5 parts of 1 hour, of which 3 are done and wait for the others.
  await order(5, ['RECEIVED 5', 'PRINTING 4'], 5)
  await job(3, 0, 3)
  // 4 parts of 1 hour, cancelled after one part.
  await order(4, ['RECEIVED 5', 'CANCELLED 2'], 4)
  await job(1, 0, 3)
  const { days, queuedHours, queuedOrders } = await read()
  expect({ queuedHours, queuedOrders }).toEqual({ queuedHours: 2, queuedOrders: 1 })
  expect(days.slice(0, 5)).toEqual([
    { arrivedHours: 0, finishedHours: 1 + 1, finishedOrders: 1, droppedHours: 0 },
    { arrivedHours: 0, finishedHours: 2, finishedOrders: 1, droppedHours: 3 },
    { arrivedHours: 0, finishedHours: 4 + 2 + 1 + 3 + 1, finishedOrders: 1, droppedHours: 0 },
    { arrivedHours: 0, finishedHours: 2, finishedOrders: 0, droppedHours: 0 },
    { arrivedHours: 22, finishedHours: 0, finishedOrders: 0, droppedHours: 0 },
  ])
  // Every order that arrived has been finished, dropped, or waits.
  const finished = days.reduce((sum, day) => sum + day.finishedHours, 0)
  expect(22 - finished - 3).toBe(queuedHours)
})
