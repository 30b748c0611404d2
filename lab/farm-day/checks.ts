// Conditions of all orders at any time, and at the end of the day: the tables compared with the farm's record.
import type pg from 'pg'
import { must } from './violation.ts'
import { orderOf, type World } from './world.ts'

type OrderRow = {
  readonly code: string
  readonly status: string
  readonly good: number
  readonly open: number
}

async function readOrders(pool: pg.Pool): Promise<readonly OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(`
    select code, status, coalesce(sum(good), 0)::int as good,
      coalesce(sum(parts) filter (where job.state in ('queued', 'claimed', 'printing', 'failed')), 0)::int as open
    from orders left join print_jobs job on job.order_id = orders.id group by orders.id`)
  return rows
}

/** Checks that no part is lost or made twice: good parts and open parts add up to the ordered quantity. */
export async function checkOrders(world: World): Promise<void> {
  for (const { code, status, good, open } of await readOrders(world.stage.pool)) {
    const { plan, isAccepted, isCancelled, doneAtMs } = orderOf(world, code)
    const { quantity } = plan
    const counted = world.ledger.goodOf(code)
    must(
      good === counted,
      () => `${code} has ${good} good parts, of which ${counted} were reported`,
    )
    must(good <= quantity, () => `${code} has ${good} good parts of ${quantity}`)
    if (isCancelled) {
      must(
        status === 'CANCELLED' && open === 0,
        () => `${code} is cancelled and has ${open} parts to print`,
      )
      continue
    }
    if (!isAccepted) continue
    must(
      good + open === quantity,
      () => `${code} needs ${quantity} parts, has ${good} and expects ${open}`,
    )
    const isPrinted = status === 'PRINTED' || status === 'SHIPPED'
    must(
      isPrinted === (good === quantity),
      () => `${code} is ${status} with ${good} of ${quantity} parts`,
    )
    must(isPrinted === (doneAtMs !== null), () => `${code} is ${status}, done at ${doneAtMs}`)
  }
}

/** Checks that the counts of each job are those that one printer reported, or an operator entered. */
export async function checkJobs(world: World): Promise<void> {
  const { rows } = await world.stage.pool.query<{ id: string; good: number; scrap: number }>(
    `select id, good, scrap from print_jobs where state = 'done'`,
  )
  const counted = world.ledger.counted()
  for (const { id, good, scrap } of rows) {
    const own = counted.get(id)
    must(own !== undefined, () => `job ${id} is done without a report`)
    must(
      good === own.good && scrap === own.scrap,
      () =>
        `job ${id} has ${good} good, ${scrap} scrap; reported were ${own.good} and ${own.scrap}`,
    )
  }
  must(
    rows.length === counted.size,
    () => `${counted.size} jobs were reported, ${rows.length} are done`,
  )
}

/**
 * Checks at the end that everything is printed, and that the printers' parts are those that were counted or
 * discarded.
 */
export async function checkEnd(world: World): Promise<void> {
  await checkOrders(world)
  await checkJobs(world)
  for (const { code, isCancelled, doneAtMs, plan } of world.orders.values()) {
    must(isCancelled || doneAtMs !== null, () => `${code} was never printed`)
    const good = world.ledger.goodOf(code)
    must(
      isCancelled || good === plan.quantity,
      () => `${code} has ${good} of ${plan.quantity} parts`,
    )
  }
  const { rows } = await world.stage.pool.query<{ good: number; scrap: number }>(
    `select coalesce(sum(good), 0)::int as good, coalesce(sum(scrap), 0)::int as scrap from print_jobs where state = 'done'`,
  )
  const { good = 0, scrap = 0 } = rows[0] ?? {}
  const { made, discarded } = world.ledger.totals()
  must(
    made === good + scrap + discarded,
    () =>
      `the printers made ${made} parts; ${good} are good, ${scrap} scrap, ${discarded} thrown away`,
  )
  checkPromises(world)
}

/** Finds a broken promise when less urgent work was preferred although the order could have been printed in time. */
function checkPromises(world: World): void {
  for (const { code, dueMs, doneAtMs, overtakenBy } of world.orders.values()) {
    if (doneAtMs === null || doneAtMs <= dueMs) continue
    const [first] = overtakenBy
    must(
      first === undefined,
      () =>
        `${code} is late by ${Math.round((doneAtMs - dueMs) / 60_000)} min, and was overtaken ${overtakenBy.length} times, first by ${first}`,
    )
  }
}
