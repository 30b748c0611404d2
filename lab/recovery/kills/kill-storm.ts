// Orders under keys, while the process of the service is killed repeatedly: the outcome of each, by the callers, the
// rows and the processor's record.
import { seededRandom } from '../../../testing/seeded-random.ts'
import { cubeOrder, type Order, type Placed, placeUntilFinal, submitOnce } from './caller.ts'
import { compareDoors, compareMails, compareRows } from './compare.ts'
import {
  declinedEvery,
  finalWithinSeconds,
  type Stage,
  type WebhookMode,
  withStage,
} from './stage.ts'

export type StormOptions = {
  readonly orders: number
  readonly atOnce: number
  readonly kills: number
  /** Number of orders that a last kill interrupts, and whose callers never repeat the request. */
  readonly abandoned: number
  readonly seed: number
  readonly webhooks: WebhookMode
  readonly note: (line: string) => void
}

export type StormReport = {
  readonly orders: number
  readonly kills: number
  /** Number of requests that got no final response and were repeated. */
  readonly repeats: number
  /** Number of placed orders that their caller abandoned. */
  readonly abandoned: number
  /** Seconds from the first request, or from the last start of the service when that was later. */
  readonly slowestSeconds: number
  readonly slowestAbandonedSeconds: number
  /** Sentences; empty when there are no problems. */
  readonly problems: readonly string[]
}

export const runKillStorm = (options: StormOptions): Promise<StormReport> =>
  withStage(options.webhooks, (stage) => storm(options, stage))

async function storm(options: StormOptions, stage: Stage): Promise<StormReport> {
  const { server, paying, declined } = stage
  const { orders: count, note } = options
  const random = seededRandom(options.seed)
  const orders = Array.from({ length: count }, (_, index) =>
    cubeOrder(`order-${index}`, index % declinedEvery === 0 ? declined : paying),
  )
  const starts: number[] = []
  const placed: Placed[] = []
  const failures: unknown[] = []
  const waiting = orders.values()
  const callers = Array.from({ length: options.atOnce }, async () => {
    for (const order of waiting) {
      const done = await placeUntilFinal(server, order, () => failures.length > 0)
      if (done !== null) placed.push(done)
    }
  })
  const kill = async () => {
    await server.kill9()
    await server.start()
    starts.push(Date.now())
  }
  const ended = Promise.all(callers).catch((error) => failures.push(error))
  for (let kills = 1; kills <= options.kills; kills += 1) {
    const due = Math.floor((count * kills) / (options.kills + 1))
    while (placed.length < due && failures.length === 0) await Bun.sleep(5)
    if (failures.length > 0) break
    await Bun.sleep(random() * 100)
    await kill()
    note(`kill ${kills}: ${placed.length} of ${count} orders are final`)
  }
  await ended
  if (failures.length > 0) throw failures[0]
  const slowestSeconds = Math.max(0, ...placed.map((order) => secondsOf(order, starts)))
  const slowest = placed.toSorted((a, b) => secondsOf(b, starts) - secondsOf(a, starts)).slice(0, 5)
  for (const order of slowest) {
    note(
      `slowest: ${order.response.code} ${secondsOf(order, starts)} s, ${order.requests} requests`,
    )
  }
  const left = await abandon(options, stage, kill)
  note('comparing rows, interfaces and mails')
  const problems = [
    ...(slowestSeconds > finalWithinSeconds
      ? [`an order was final only after ${slowestSeconds} s`]
      : []),
    ...left.problems,
    ...(await compareRows(stage, orders, placed)),
    ...(await compareDoors(stage, placed)),
    ...(await compareMails(stage)),
  ]
  return {
    orders: count,
    kills: options.kills + (options.abandoned > 0 ? 1 : 0),
    repeats: placed.reduce((sum, { requests }) => sum + requests - 1, 0),
    abandoned: left.abandoned,
    slowestSeconds,
    slowestAbandonedSeconds: left.seconds,
    problems,
  }
}

/** Returns the seconds from the first request, or from the last start before the final response. */
function secondsOf({ sentAt, finalAt }: Placed, starts: readonly number[]): number {
  const start = starts.filter((at) => at <= finalAt).at(-1) ?? 0
  return (finalAt - Math.max(sentAt, start)) / 1000
}

/** Kills the service while it works on orders whose callers do not return: only the service can settle them. */
async function abandon(
  { abandoned, note }: StormOptions,
  stage: Stage,
  kill: () => Promise<void>,
): Promise<{ abandoned: number; seconds: number; problems: readonly string[] }> {
  if (abandoned === 0) return { abandoned: 0, seconds: 0, problems: [] }
  const { server, paying, database } = stage
  const unsettled = async () => {
    const { rowCount } = await database.pool.query(
      "select from orders where charge_state in ('started', 'unknown') and not paid",
    )
    return rowCount ?? 0
  }
  // Charges arrive 20 s late, so that all orders are in progress at the kill, and their charges arrive after the
  // calls of the service.
  await stage.standIn.control.fault({
    method: 'POST',
    path: '/v1/payment_intents',
    when: 'before',
    times: 'always',
    latencyMs: 20_000,
    outcome: 'normal',
  })
  const orders: Order[] = Array.from({ length: abandoned }, (_, index) =>
    cubeOrder(`abandoned-${index}`, paying),
  )
  const sent = Promise.all(orders.map((order) => submitOnce(server, order)))
  while ((await unsettled()) < abandoned) await Bun.sleep(20)
  await stage.standIn.control.clearFaults()
  await kill()
  await sent
  const startedAt = Date.now()
  note(`${await unsettled()} orders without a caller are unsettled`)
  while ((await unsettled()) > 0 && Date.now() - startedAt < 300_000) await Bun.sleep(100)
  const seconds = (Date.now() - startedAt) / 1000
  const isLate = seconds > finalWithinSeconds
  const problems = isLate ? [`orders without a caller were final only after ${seconds} s`] : []
  return { abandoned, seconds, problems }
}
