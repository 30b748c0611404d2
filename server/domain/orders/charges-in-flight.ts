// The charges that this process is making. The processor's event of a charge usually arrives before the response to the
// charge. It waits here, so that it has nothing to do after the submit has written the outcome.

import type { OrderId } from '../base/ids/order-id.ts'

export type ChargesInFlight = {
  /** Runs `charge`, which makes the charge and writes its outcome. */
  readonly run: <T>(orderId: OrderId, charge: () => Promise<T>) => Promise<T>
  /** Resolves when this process is not charging the order, after `limitMs` at the latest. */
  readonly settled: (orderId: OrderId, limitMs: number) => Promise<void>
}

export function createChargesInFlight(): ChargesInFlight {
  const running = new Map<string, Promise<unknown>>()
  return {
    run: async (orderId, charge) => {
      const work = charge()
      running.set(orderId, work)
      try {
        return await work
      } finally {
        if (running.get(orderId) === work) running.delete(orderId)
      }
    },
    settled: async (orderId, limitMs) => {
      const work = running.get(orderId)
      if (work === undefined) return
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, limitMs)
      await Promise.race([work.then(ignore, ignore), limit.promise])
      clearTimeout(timer)
    },
  }
}

const ignore = () => undefined
