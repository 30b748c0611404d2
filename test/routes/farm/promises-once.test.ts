// The hours of an order count once in promised dates, however many processes settle its payment concurrently
// (decisions.md 53).
import { beforeAll, expect, test } from 'bun:test'
import pg from 'pg'
import { createFarmLoad } from '../../../server/db/farm/load/read-load.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { applyPayment } from '../../../server/domain/orders/charge/settle-order.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { setOrderStatus } from '../../../server/domain/orders/status-changes/set-order-status.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
// A Monday.
const now = new Date('2026-11-23T12:00:00Z')
const hours = 200
/**
 * Ten parts of 20 h at 4 printers of 20 h a day: 200 / 80 days, 3 / 4 of the longest plate's day and a packing day
 * are 4.25, so the fifth day. If its hours counted twice, it would be 6.75 and the seventh.
 */
const promisedDays = 5

let owner: TestAccount
beforeAll(async () => {
  owner = await service.account({ card: null })
})

/** Places an order that waits for its payment. The earlier orders are delivered. */
async function unpaidOrder(): Promise<Order> {
  await service.db.updateTable('orders').set({ status: 'DELIVERED' }).execute()
  const { code } = await placed(submit(service, owner, { fields: { quantity: '10' } }))
  await service.db
    .updateTable('orders')
    .set({ planned_seconds: hours * 3600 })
    .where('code', '=', code)
    .execute()
  return await read(code)
}

async function read(code: string): Promise<Order> {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  return order
}

/** A process with separate readings of the farm, refreshed only after a day. */
function farmProcess() {
  const farmLoad = createFarmLoad(service.db, { cacheMs: 86_400_000, queueCacheMs: 86_400_000 })
  const deps = { ...service.deps, farmLoad, clock: { ...service.deps.clock, now: () => now } }
  return {
    deps,
    queuedHours: async () => (await farmLoad.read()).queuedHours,
    settle: (order: Order) =>
      applyPayment(deps, order, paymentIdOf(`pi_${order.code}`), order.price.totalCents),
  }
}

async function daysOf(code: string): Promise<number> {
  const { dueAt } = await read(code)
  return ((dueAt?.getTime() ?? 0) - now.getTime()) / 86_400_000
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  return client
}

/** Returns the backends of the test's database that wait for a lock. */
async function waitingPids(watcher: pg.Client): Promise<readonly number[]> {
  const { rows } = await watcher.query(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.map(({ pid }) => pid)
}

/** Starts the works one after another while the order's row is locked, each when the previous one waits for it. */
async function whileLocked(
  { id }: Order,
  works: readonly (() => Promise<unknown>)[],
  meanwhile: (watcher: pg.Client, firstPid: number) => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const [holder, watcher] = [await connect(), await connect()]
  await holder.query('begin')
  await holder.query('select from orders where id = $1 for update', [id])
  const running: Promise<unknown>[] = []
  let first = 0
  try {
    for (const work of works) {
      const settling = work()
      settling.catch(() => {})
      running.push(settling)
      await waitUntil(
        'it waits',
        async () => (await waitingPids(watcher)).length === running.length,
      )
      first ||= (await waitingPids(watcher))[0] ?? 0
    }
    await meanwhile(watcher, first)
  } finally {
    await holder.query('commit')
    await Promise.all([holder.end(), watcher.end()])
  }
  return (await Promise.allSettled(running)).map(({ status }) => status)
}

test('two concurrent settlements of a payment count the hours once', async () => {
  const order = await unpaidOrder()
  const web = farmProcess()
  expect(await web.queuedHours()).toBe(0)
  const settled = await whileLocked(order, [() => web.settle(order), () => web.settle(order)])
  expect(settled).toEqual(['fulfilled', 'fulfilled'])
  expect((await read(order.code)).status).toBe('RECEIVED')
  expect(await daysOf(order.code)).toBe(promisedDays)
  expect(await web.queuedHours()).toBe(hours)
})

test('a settlement after a failed one promises the same day', async () => {
  const order = await unpaidOrder()
  const web = farmProcess()
  const settled = await whileLocked(
    order,
    [() => web.settle(order), () => web.settle(order)],
    (watcher, firstPid) => watcher.query('select pg_cancel_backend($1)', [firstPid]),
  )
  expect(settled).toEqual(['rejected', 'fulfilled'])
  expect(await daysOf(order.code)).toBe(promisedDays)
  expect(await web.queuedHours()).toBe(hours)
})

test('a repeated settlement and one of an order with a promised day count no hours', async () => {
  const order = await unpaidOrder()
  const web = farmProcess()
  await web.settle(order)
  await web.settle(order)
  await web.settle(await read(order.code))
  expect(await web.queuedHours()).toBe(hours)
})

test('an order that was released unpaid and paid later counts once', async () => {
  const order = await unpaidOrder()
  const web = farmProcess()
  const released = await setOrderStatus(web.deps, 'operator@example.com', {
    code: order.code,
    status: 'ACCEPTED',
    version: order.version,
    unpaid: true,
  })
  expect(released.ok).toBe(true)
  expect(await daysOf(order.code)).toBe(promisedDays)
  await web.settle(order)
  expect((await read(order.code)).payment.kind).toBe('paid')
  expect(await daysOf(order.code)).toBe(promisedDays)
  expect(await web.queuedHours()).toBe(hours)
})

test('processes that settle the same payment count it once each', async () => {
  const order = await unpaidOrder()
  const [web, other, late] = [farmProcess(), farmProcess(), farmProcess()]
  await Promise.all([web.queuedHours(), other.queuedHours()])
  await whileLocked(order, [() => web.settle(order), () => other.settle(order)])
  // Its first reading already includes the order.
  await late.settle(order)
  const counted = await Promise.all([web, other, late].map((each) => each.queuedHours()))
  expect(counted).toEqual([hours, hours, hours])
  expect(await daysOf(order.code)).toBe(promisedDays)
})
