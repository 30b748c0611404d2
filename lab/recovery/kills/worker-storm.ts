// Three shops that order with the typed client, each in a separate process, while the service is killed every few
// seconds.
import { orderForm } from '../../../testing/people/submit.ts'
import { interruptedBy, type Outage } from './attempts.ts'
import type { Placed } from './caller.ts'
import { compareDoors, compareMails, compareRows } from './compare.ts'
import { compareMoney, compareStories } from './compare-stories.ts'
import { fileOf, shopOrder } from './shop-order.ts'
import {
  declinedEvery,
  finalWithinSeconds,
  type Stage,
  type WebhookMode,
  withStage,
} from './stage.ts'
import type { Placement, Plan, Unfinished } from './worker-lines.ts'
import { withWorkers } from './worker-processes.ts'

export type WorkerStormOptions = {
  readonly workers: number
  readonly orders: number
  /** Orders that each worker has in progress. */
  readonly atOnce: number
  /** Duration of the orders and the kills, in seconds. */
  readonly seconds: number
  readonly killEverySeconds: number
  readonly webhooks: WebhookMode
  readonly note: (line: string) => void
}

export type WorkerStormReport = {
  readonly orders: number
  readonly workers: number
  readonly kills: number
  readonly seconds: number
  readonly paid: number
  readonly declined: number
  /** Number of requests that a kill interrupted, or that found no service. */
  readonly interruptedRequests: number
  /** Number of orders with such requests. */
  readonly interruptedOrders: number
  /** Number of orders that two workers placed under one key. */
  readonly placedTwice: number
  readonly placedTwiceAndCharged: number
  /** Seconds from the first request of a submit until its charge was final. */
  readonly medianSeconds: number
  readonly slowestSeconds: number
  /** The part of that time in which the service ran; this value is judged. */
  readonly slowestRunningSeconds: number
  /** Sentences; empty when there are no problems. */
  readonly problems: readonly string[]
}

/**
 * Whether another worker places the same order under the same key at the same time. 7 and the step of declined cards
 * have no common divisor.
 */
const isPlacedTwice = (at: number): boolean => at % 7 === 3

/** Time that an order may take beyond the kills before its caller gives up, in seconds. */
const graceSeconds = 120

export const runWorkerStorm = (options: WorkerStormOptions): Promise<WorkerStormReport> =>
  withStage(options.webhooks, (stage) => storm(options, stage))

async function storm(options: WorkerStormOptions, stage: Stage): Promise<WorkerStormReport> {
  const { orders: count, workers, note } = options
  const startAt = Date.now() + 1_000
  const placements: Placement[] = []
  const unfinished: Unfinished[] = []
  const { outages, endedAt } = await withWorkers(
    plansOf(options, stage, startAt),
    (line) => ('lastWord' in line ? unfinished.push(line) : placements.push(line)),
    async (isOver) => {
      const kills = await killEvery(options, stage, {
        startAt,
        isOver,
        onKill: (times) => note(`kill ${times}: ${placements.length} orders are final`),
      })
      while (!isOver()) await Bun.sleep(50)
      return { outages: kills, endedAt: Date.now() }
    },
  )
  note('comparing rows, money, interfaces and mails')
  const runningSeconds = (placement: Placement) => runningSecondsOf(placement, outages)
  const problems = [
    ...unfinished.map(({ key, lastWord }) => `${key} was given up; its last word: ${lastWord}`),
    ...placements
      .filter((placement) => runningSeconds(placement) > finalWithinSeconds)
      .map((each) => `${each.code} was final only after ${runningSeconds(each)} s`),
    ...(await compare(stage, count, placements)),
  ]
  const waits = placements.map(secondsOf).toSorted((a, b) => a - b)
  const interrupted = interruptedBy(outages, [...placements, ...unfinished])
  const twice = [...Map.groupBy(placements, ({ key }) => key).values()].flatMap(
    ([, ...others]) => others,
  )
  return {
    orders: count,
    workers,
    kills: outages.length,
    seconds: (endedAt - startAt) / 1000,
    paid: chargedKeys(placements, 'charged'),
    declined: chargedKeys(placements, 'declined'),
    interruptedRequests: interrupted.attempts,
    interruptedOrders: interrupted.keys,
    placedTwice: twice.length,
    placedTwiceAndCharged: chargedKeys(twice, 'charged'),
    medianSeconds: waits[Math.floor(waits.length / 2)] ?? 0,
    slowestSeconds: waits.at(-1) ?? 0,
    slowestRunningSeconds: Math.max(0, ...placements.map(runningSeconds)),
    problems,
  }
}

const secondsOf = ({ sentAt, finalAt }: Placement): number => (finalAt - sentAt) / 1000

function runningSecondsOf(placement: Placement, outages: readonly Outage[]): number {
  const { sentAt, finalAt } = placement
  const downMs = outages.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, finalAt) - Math.max(from, sentAt)),
    0,
  )
  return secondsOf(placement) - downMs / 1000
}

const chargedKeys = (placements: readonly Placement[], charge: Placement['charge']): number =>
  new Set(placements.filter((each) => each.charge === charge).map(({ key }) => key)).size

const accountOf = ({ paying, declined }: Stage, at: number) =>
  at % declinedEvery === 0 ? declined : paying

/** Spreads the orders evenly over the time, and assigns them to the workers in turn. */
function plansOf(
  { workers, orders: count, atOnce, seconds }: WorkerStormOptions,
  stage: Stage,
  startAt: number,
): readonly Plan[] {
  const planned = Array.from({ length: count }, (_, at) => ({
    ...shopOrder(at),
    apiKey: accountOf(stage, at).apiKey,
    dueMs: Math.floor((at * seconds * 1000) / count),
  }))
  return Array.from({ length: workers }, (_, worker) => ({
    baseUrl: stage.server.baseUrl,
    atOnce,
    startAt,
    deadlineMs: (seconds + graceSeconds) * 1000,
    orders: planned.filter(
      (_order, at) =>
        at % workers === worker || (isPlacedTwice(at) && (at + 1) % workers === worker),
    ),
  }))
}

/**
 * Kills the service repeatedly and returns each outage. Ends after the time, or when nothing is left to interrupt.
 */
async function killEvery(
  { seconds, killEverySeconds }: WorkerStormOptions,
  { server }: Stage,
  {
    startAt,
    isOver,
    onKill,
  }: { startAt: number; isOver: () => boolean; onKill: (kills: number) => void },
): Promise<readonly Outage[]> {
  const outages: Outage[] = []
  let dueAt = startAt + killEverySeconds * 1000
  while (dueAt <= startAt + seconds * 1000) {
    while (Date.now() < dueAt && !isOver()) await Bun.sleep(50)
    if (isOver()) return outages
    const from = Date.now()
    await server.kill9()
    onKill(outages.length + 1)
    await server.start()
    outages.push({ from, to: Date.now() })
    // On a slow machine a start takes longer than the interval: the service then runs for half of an interval.
    dueAt = Math.max(dueAt + killEverySeconds * 1000, Date.now() + killEverySeconds * 500)
  }
  return outages
}

async function compare(
  stage: Stage,
  count: number,
  placements: readonly Placement[],
): Promise<readonly string[]> {
  const first = new Map(placements.map((placement) => [placement.key, placement]))
  const orders = Array.from({ length: count }, (_, at) => {
    const order = shopOrder(at)
    const { material, quantity, key } = order
    const maxTotal = first.get(key)?.price
    const fields = {
      material,
      quantity: String(quantity),
      color: 'Black',
      ...(maxTotal !== undefined && { maxTotal: String(maxTotal) }),
    }
    return { key, account: accountOf(stage, at), form: () => orderForm(fields, fileOf(order)) }
  })
  const placed = orders.flatMap((order): Placed[] => {
    const placement = first.get(order.key)
    if (placement === undefined) return []
    const { code, charge, requests, sentAt, finalAt } = placement
    const response = {
      code,
      charge,
      paid: charge === 'charged',
      paymentUrl: null,
      isReplayed: false,
    }
    return [{ ...order, response, requests, sentAt, finalAt }]
  })
  return [
    ...compareStories(placements),
    ...(await compareRows(stage, orders, placed)),
    ...(await compareMoney(stage, placements)),
    ...(await compareDoors(stage, placed)),
    ...(await compareMails(stage)),
  ]
}
