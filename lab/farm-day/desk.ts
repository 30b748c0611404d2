// Operators at the desk and customers: orders arrive, are accepted, held, released and cancelled, and failures are
// handled.

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { printJobIdOf } from '../../server/domain/base/ids/print-job-id.ts'
import { queueOrder } from '../../server/domain/farm/queue/queue-order.ts'
import { changeJob } from '../../server/domain/farm/reports/change-job.ts'
import { changeOrderWork } from '../../server/domain/fulfillment/order-work.ts'
import type { WorkChange } from '../../server/domain/fulfillment/ports.ts'
import { setOrderStatus } from '../../server/domain/orders/status-changes/set-order-status.ts'
import { submitOrder } from '../../server/domain/orders/submit/submit-order.ts'
import { ADDRESS } from '../../testing/people/submit.ts'
import type { Print } from './ledger.ts'
import type { OrderPlan } from './plan.ts'
import { operator } from './stage.ts'
import { must, Violation } from './violation.ts'
import { type DayOrder, orderOf, tick, type World } from './world.ts'

/** Sends the order like a program with an API key, which pays with its saved card. */
export async function placeOrder(world: World, plan: OrderPlan): Promise<void> {
  const { deps, customers, pool } = world.stage
  const customer = world.dice.pick(customers)
  const { part, quantity, material, color, nozzleMm, infill } = plan
  const path = deps.temporaryFiles.path()
  await writeFile(path, part.bytes)
  const fields = new Map([
    ...Object.entries(ADDRESS),
    ...Object.entries({ quantity, material, infill, nozzleDiameter: nozzleMm }).map(
      ([name, value]) => [name, String(value)] as const,
    ),
    ...(color === null ? [] : [['color', color] as const]),
    ...(nozzleMm === 0.6 ? [['layerHeight', '0.3'] as const] : []),
  ])
  const { accountId, email } = customer
  const submitted = await submitOrder(
    deps,
    { kind: 'account', accountId: accountIdOf(accountId), email, credential: 'api_key' },
    {
      fields,
      file: {
        path,
        fileName: `${part.name}.stl`,
        sizeBytes: part.bytes.length,
        sha256: createHash('sha256').update(part.bytes).digest('hex'),
      },
      repeated: new Set(),
      otherFiles: new Set(),
      idempotencyKey: null,
    },
  )
  await deps.temporaryFiles.remove(path)
  must(submitted.ok, () => `an order was refused: ${JSON.stringify(submitted)}`)
  const { code, paid } = submitted.value.response
  must(paid, () => `${code} is not paid: ${JSON.stringify(submitted.value.response)}`)
  const { rows } = await pool.query<{ due_at: Date | null }>(
    'select due_at from orders where code = $1',
    [code],
  )
  const dueAt = rows[0]?.due_at
  if (dueAt == null) throw new Violation(`${code} was promised no day`)
  world.orders.set(code, {
    code,
    plan,
    dueMs: dueAt.getTime(),
    isAccepted: false,
    isHeld: false,
    isCancelled: false,
    doneAtMs: null,
    isShipped: false,
    overtakenBy: [],
  })
  if (plan.priority !== 'normal') {
    await changeWork(world, code, { kind: 'priority', priority: plan.priority })
  }
}

async function changeWork(world: World, code: string, change: WorkChange): Promise<boolean> {
  return (await changeOrderWork(world.stage.deps, operator, { code, change })).ok
}

/** Accepts the orders that have arrived since, in a random order, as an operator would. */
export async function acceptOrders(world: World): Promise<void> {
  const { stage, dice, person } = world
  const waiting = [...world.orders.values()].filter(({ isAccepted }) => !isAccepted)
  if (person !== null && waiting.length > 0) {
    await person.acceptAll()
    for (const order of waiting) planFate(world, order)
    return
  }
  while (waiting.length > 0) {
    const [order] = waiting.splice(dice.between(0, waiting.length - 1), 1)
    if (order === undefined) return
    const { code } = order
    const queued = await queueOrder(stage.deps, operator, { code })
    must(queued.ok, () => `${code} cannot be queued: ${JSON.stringify(queued)}`)
    // Equally urgent jobs are claimed in the order of their times, and jobs of the same time by their random ids.
    await stage.time.advance(1)
    planFate(world, order)
  }
}

function planFate(world: World, order: DayOrder): void {
  const { agenda, queue } = world
  const { cancelledAfterHours, held } = order.plan
  order.isAccepted = true
  queue.waiting += 1
  if (cancelledAfterHours !== null) {
    agenda.after(cancelledAfterHours * 3600, () => cancelOrder(world, order))
  }
  if (held !== null) {
    const { afterHours, forHours } = held
    agenda.after(afterHours * 3600, () => holdOrder(world, order, forHours))
  }
}

const packSeconds = { least: 60, most: 120 } as const
/** Time after which an order that could not be shipped is looked at again. */
const lookAgainSeconds = 1800

/** Packs and ships an order as soon as the person is free. */
export function packLater(world: World, order: DayOrder): void {
  const { floor, person, dice, agenda } = world
  if (person === null) return
  floor.ask(dice.between(packSeconds.least, packSeconds.most), async () => {
    // Parts may have been found bad since.
    if (order.isShipped || order.isCancelled || order.doneAtMs === null) return
    if (!order.isHeld && (await person.pack(order.code))) {
      order.isShipped = true
      tick(world, 'orders shipped')
      return
    }
    agenda.after(lookAgainSeconds, async () => packLater(world, order))
  })
}

async function cancelOrder(world: World, order: DayOrder): Promise<void> {
  const { code } = order
  if (order.doneAtMs !== null) return
  const cancelled = await setOrderStatus(world.stage.deps, operator, {
    code,
    status: 'CANCELLED',
    version: 'current',
    refund: 'none',
  })
  must(cancelled.ok, () => `${code} cannot be cancelled: ${JSON.stringify(cancelled)}`)
  order.isCancelled = true
  order.isHeld = false
  tick(world, 'orders cancelled')
  for (const print of world.ledger.prints) {
    const isOver = print.jobs.every(({ orderCode }) => orderOf(world, orderCode).isCancelled)
    if (print.outcome === 'running' && isOver) print.takenBack ??= 'its order was cancelled'
  }
}

async function holdOrder(world: World, order: DayOrder, forHours: number): Promise<void> {
  const { code } = order
  if (order.doneAtMs !== null || order.isCancelled) return
  const isHeld = await changeWork(world, code, { kind: 'hold', reason: 'The customer asked.' })
  must(isHeld, () => `${code} cannot be held`)
  order.isHeld = true
  tick(world, 'orders held')
  world.agenda.after(forHours * 3600, async () => {
    if (order.isCancelled) return
    must(await changeWork(world, code, { kind: 'release' }), () => `${code} cannot be released`)
    order.isHeld = false
  })
}

/** Requeues jobs that failed three times. */
export async function requeueFailed(world: World): Promise<void> {
  const { deps, pool } = world.stage
  const { rows } = await pool.query<{ id: string }>(
    `select id from print_jobs where state = 'failed' order by created_at, id`,
  )
  for (const { id } of rows) {
    // The jobs of a shared plate are queued again together.
    const { state, version } = (await deps.printJobs.read(printJobIdOf(id))) ?? {
      state: null,
      version: 0,
    }
    if (state !== 'failed') continue
    const changed = await changeJob(deps, operator, {
      id: printJobIdOf(id),
      version,
      action: 'requeue',
    })
    must(changed.ok, () => `job ${id} cannot be queued again: ${JSON.stringify(changed)}`)
    tick(world, 'failed jobs queued again')
  }
}

const runningPrints = ({ printers }: World): readonly Print[] =>
  printers
    .map(({ print }) => print)
    .filter((print) => print !== null)
    .filter((print) => print.outcome === 'running' && print.takenBack === null && !print.isComplete)

/** Holds an order that a printer is printing. */
export async function holdOne(world: World): Promise<void> {
  const codes = runningPrints(world).flatMap(({ jobs }) => jobs.map(({ orderCode }) => orderCode))
  const orders = codes.map((code) => orderOf(world, code)).filter(({ isHeld }) => !isHeld)
  if (orders.length > 0) await holdOrder(world, world.dice.pick(orders), world.dice.between(1, 4))
}

/** Withdraws a job that a printer is printing. */
export async function takeBackOne(world: World): Promise<void> {
  const { deps } = world.stage
  const running = runningPrints(world)
  if (running.length === 0) return
  const print = world.dice.pick(running)
  const job = await deps.printJobs.read(printJobIdOf(print.jobId))
  const isOnPrinter = job?.state === 'claimed' || job?.state === 'printing'
  if (job === null || !isOnPrinter || job.printer !== print.printer) return
  const { id, version } = job
  const changed = await changeJob(deps, operator, { id, version, action: 'requeue' })
  must(changed.ok, () => `job ${id} cannot be withdrawn: ${JSON.stringify(changed)}`)
  print.takenBack = 'the desk took it back'
  tick(world, 'jobs withdrawn')
}

/** Marks parts that were counted as good as bad, as found while packing. */
export async function spoilOne(world: World): Promise<void> {
  const { stage, ledger, dice, orders } = world
  const good = [...ledger.counted()].filter(([, counts]) => {
    const order = orders.get(counts.orderCode)
    const isHere = order !== undefined && !order.isCancelled && !order.isShipped
    return counts.good > 0 && isHere && !order.isHeld
  })
  if (good.length === 0) return
  const [jobId, { orderCode, good: parts }] = dice.pick(good)
  const job = await stage.deps.printJobs.read(printJobIdOf(jobId))
  if (job === null) throw new Violation(`job ${jobId} is gone`)
  const bad = dice.between(1, parts)
  const { id, version } = job
  const changed = await changeJob(stage.deps, operator, {
    id,
    version,
    action: 'reprint',
    parts: bad,
  })
  must(changed.ok, () => `parts of ${id} cannot be reprinted: ${JSON.stringify(changed)}`)
  ledger.spoil(jobId, bad)
  orderOf(world, orderCode).doneAtMs = null
  tick(world, 'parts found bad after their count')
}
