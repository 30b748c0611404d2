// Four customers who order continuously, each at one host until it fails, and repeat each order under its key until
// it is accepted.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acknowledged } from '../lib/checks.ts'
import { type Customer, inParallel, submitOnce, type Wanted, wantedOrder } from '../lib/shop.ts'
import { addresses, type HostName, hostNames } from './network.ts'

export type Load = {
  readonly start: () => void
  /**
   * Stops the customers, then repeats unaccepted orders until they are accepted. Returns the keys that never were.
   */
  readonly finish: () => Promise<readonly string[]>
  /** Sends accepted orders again under their keys, until each is accepted again. Returns the keys that were not. */
  readonly repeat: (keys: readonly string[]) => Promise<readonly string[]>
  readonly acknowledged: () => readonly Acknowledged[]
  /** `performance.now()` of each accepted order, in order. */
  readonly acceptedAt: () => readonly number[]
  /** Reads of acknowledged orders that returned none. */
  readonly falseAnswers: () => readonly string[]
}

const attemptLimitMs = 8_000
/** After this time a customer continues with another order; this one is repeated at the end. */
const patienceMs = 15_000
const pauseMs = 250
const finishLimitMs = 180_000
/** Far above the number in a run; limits the load even if nothing ends it. */
const maxOrders = 20_000

export function createLoad(customers: readonly Customer[], port: number): Load {
  const acknowledged: Acknowledged[] = []
  const acceptedAt: number[] = []
  const falseAnswers: string[] = []
  const unfinished: Wanted[] = []
  const accepted = new Map<string, Wanted>()
  let count = 0
  let running = false
  let ended: Promise<unknown> = Promise.resolve()

  const urlOf = (host: HostName) => `http://${addresses[host]}:${port}`
  const hostAt = (at: number): HostName => hostNames[at % hostNames.length] ?? 'h1'
  const note = (wanted: Wanted, response: Acknowledged) => {
    accepted.set(wanted.key, wanted)
    acknowledged.push(response)
    acceptedAt.push(performance.now())
  }

  /**
   * Places one order within `limitMs`. Returns its code, null if it was not accepted, and the number of the host that
   * accepted it, or of the next one.
   */
  const place = async (wanted: Wanted, firstHost: number, limitMs: number) => {
    const until = performance.now() + limitMs
    let host = firstHost
    while (performance.now() < until) {
      const response = await submitOnce(urlOf(hostAt(host)), wanted, attemptLimitMs)
      if (response !== null) {
        note(wanted, response)
        return { code: response.code, host }
      }
      host += 1
      await sleep(pauseMs)
    }
    return { code: null, host }
  }
  const readBack = async (customer: Customer, code: string, host: number) => {
    const url = `${urlOf(hostAt(host))}/api/print/orders/${code}`
    const signal = AbortSignal.timeout(attemptLimitMs)
    const response = await fetch(url, { headers: customer.headers, signal }).catch(() => null)
    await response?.arrayBuffer().catch(() => undefined)
    if (response?.status === 404) falseAnswers.push(`read: ${hostAt(host)} has no order ${code}`)
  }
  const shop = async (customer: Customer, at: number) => {
    const own: string[] = []
    for (let host = at; running && count < maxOrders; ) {
      count += 1
      const wanted = wantedOrder(customer, 'rig', count)
      const { code, host: next } = await place(wanted, host, patienceMs)
      host = next
      if (code === null) {
        unfinished.push(wanted)
      } else {
        own.push(code)
      }
      const earlier = own[Math.floor(Math.random() * own.length)]
      if (earlier !== undefined) await readBack(customer, earlier, host)
      await sleep(pauseMs)
    }
  }
  /** Returns the keys that were not accepted. */
  const insist = async (orders: readonly Wanted[]) => {
    const results = await inParallel(orders, customers.length, (wanted) =>
      place(wanted, 0, finishLimitMs),
    )
    return orders.filter((_, at) => results[at]?.code == null).map(({ key }) => key)
  }
  return {
    start: () => {
      running = true
      ended = Promise.all(customers.map(shop))
    },
    finish: async () => {
      running = false
      await ended
      return insist(unfinished.splice(0))
    },
    repeat: (keys) => insist(keys.flatMap((key) => accepted.get(key) ?? [])),
    acknowledged: () => acknowledged,
    acceptedAt: () => acceptedAt,
    falseAnswers: () => falseAnswers,
  }
}

/** Returns the longest time without an accepted order from `since` to the last one, in ms; Infinity without any. */
export function longestGapMs(acceptedAt: readonly number[], since: number): number {
  const later = acceptedAt.filter((at) => at >= since)
  if (later.length === 0) return Number.POSITIVE_INFINITY
  return Math.max(...later.map((at, index) => at - (later[index - 1] ?? since)))
}
