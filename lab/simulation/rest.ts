// The end of a run: faults end, and everything settles.
import * as v from 'valibot'
import { deliver, listLiveJobs, runJob, runWorker } from './operations.ts'
import type { World } from './world.ts'

/** Seconds between the rounds of the end, like the growing intervals of the reconciler. */
const restSeconds = [3, 9, 21, 45, 61, 61, 121, 601, 1_801, 3_601, 3_601, 3_601]

/**
 * Ends faults, repeats unanswered requests, delivers events and runs workers. Returns false when something stays
 * unsettled.
 */
export async function comeToRest(world: World): Promise<boolean> {
  for (let index = 0; index < 3; index += 1) {
    world.host(index).failNextCall(null)
    world.host(index).gate.breakNext(null)
  }
  await world.drain()
  await world.arriveAll()
  await world.drain()
  for (const repeat of [...world.unanswered.values()]) {
    await world.start(world.host(0), 'repeat', repeat)
    await world.drain()
  }
  if (!(await settle(world))) return false
  // A review without an event follows after an hour, and an unpaid order of the website is cancelled after a day.
  if (world.loss.happened) {
    for (const seconds of [1_201, 1_201, 1_201, 3_601, 3_601]) {
      await world.stage.time.advance(seconds)
      if (!(await settle(world))) return false
    }
  }
  if ((await count(world, unpaidWebOrders)) === 0) return true
  await world.stage.time.advance(25 * 3_600)
  return (await settle(world)) && (await count(world, unpaidWebOrders)) === 0
}

async function settle(world: World): Promise<boolean> {
  for (const [round, seconds] of restSeconds.entries()) {
    const host = world.host(round)
    await deliverAll(world)
    await world.start(host, 'work', runWorker(world))
    await world.drain()
    for (const id of await listLiveJobs(world)) await world.start(host, 'run job', runJob(id))
    await world.drain()
    const isDelivered = await deliverAll(world)
    if (isDelivered && (await count(world, unsettled)) === 0) return true
    await world.stage.time.advance(seconds)
  }
  return false
}

/** Returns false when some event was refused. */
async function deliverAll(world: World): Promise<boolean> {
  let isComplete = true
  for (const event of await world.processor.events()) {
    if (world.delivered.has(event.id)) continue
    await world.start(world.host(0), 'deliver', deliver(world, event))
    await world.drain()
    isComplete &&= world.delivered.has(event.id)
  }
  return isComplete
}

const unpaidWebOrders = `select 'unpaid order of the website ' || code as what from orders
  where source = 'web' and status = 'PENDING_PAYMENT'`

const unsettled = `
  select 'order ' || code || ' is ' || charge_state as what from orders
    where (charge_state in ('started', 'unknown') or payment_pending) and not paid
  union all select 'refund ' || id || ' is ' || state from refunds where state in ('started', 'unknown')
  union all select 'refund ' || id || ' of a purchase is open' from purchase_refunds where state = 'open'
  union all select 'payment ' || payment_id || ' is ' || state from unmatched_payments
    where state in ('found', 'claimed', 'refunding')
  union all select 'the review of payment ' || payment_id || ' is open' from payment_reviews as review where exists (
    select from orders where orders.payment_id = review.payment_id
    union all select from purchases where purchases.payment_id = review.payment_id)
  union all select 'job ' || id || ' is ' || status from generation_jobs where status in ('queued', 'running')`

async function count(world: World, query: string): Promise<number> {
  const { rowCount } = await world.stage.pool.query(query)
  return rowCount ?? 0
}

export async function describeUnsettled({ stage }: World): Promise<string> {
  const { rows } = await stage.pool.query(`${unsettled} union all ${unpaidWebOrders}`)
  const found = v.parse(v.array(v.object({ what: v.string() })), rows).map(({ what }) => what)
  return `never settled: ${found.join(', ') || 'an event that is always refused'}`
}
