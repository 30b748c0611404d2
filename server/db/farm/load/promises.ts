// Hours for which this process has promised a date and which the last reading of the queue does not include, once per order.
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { FarmLoadReader } from '../../../domain/lead-time/farm-load.ts'

export type ReadQueue = {
  readonly queuedHours: number
  /** Orders of the queue that changed shortly before the reading. */
  readonly recent: ReadonlySet<OrderId>
}

type PromisedOrder = {
  readonly hours: number
  readonly hoursBefore: number
  /** Number of calls in progress. */
  readonly calls: number
  /** When the last call ended, in milliseconds since 1970. */
  readonly endedAt: number
}

export function createPromises() {
  const promised = new Map<OrderId, PromisedOrder>()
  let queue: ReadQueue = { queuedHours: 0, recent: new Set() }

  const hoursAhead = (): number => {
    let hours = queue.queuedHours
    for (const [id, order] of promised) if (!queue.recent.has(id)) hours += order.hours
    return hours
  }

  /** Uses a new reading. A queue whose reading started at `startedAt` includes every order that was written before that time. */
  const useQueue = (read: ReadQueue, startedAt: number): void => {
    queue = read
    for (const [id, { calls, endedAt }] of promised) {
      if (calls === 0 && endedAt < startedAt) promised.delete(id)
    }
  }

  const add: FarmLoadReader['promised'] = (orderId, hours) => {
    const earlier = promised.get(orderId)
    const hoursBefore = earlier?.hoursBefore ?? hoursAhead()
    const calls = (earlier?.calls ?? 0) + 1
    promised.set(orderId, { hours, hoursBefore, calls, endedAt: 0 })
    return {
      hoursBefore,
      end: () => {
        const order = promised.get(orderId)
        if (order === undefined) return
        promised.set(orderId, { ...order, calls: order.calls - 1, endedAt: Date.now() })
      },
    }
  }

  return { add, hoursAhead, useQueue }
}
