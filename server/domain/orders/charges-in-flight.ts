// The charges that this process is making. The processor's event of a charge usually arrives before the response to the
// charge. It waits here, so that it has nothing to do after the submit has written the outcome.

import type { OrderId } from '../base/ids/order-id.ts'
import type { Order } from './record/order.ts'

type Charged = { readonly order: Order }

export type ChargesInFlight = {
  /** Runs `charge`, which makes the charge, writes its outcome, and returns the order as it was written. */
  readonly run: <T extends Charged>(orderId: OrderId, charge: () => Promise<T>) => Promise<T>
  /**
   * Resolves when this process is not charging the order, after `limitMs` at the latest. Returns the order as the charge
   * left it; null if the order was not being charged, if the charge failed, and at the limit.
   */
  readonly waitFor: (orderId: OrderId, limitMs: number) => Promise<Order | null>
}

export function createChargesInFlight(): ChargesInFlight {
  const running = new Map<string, Promise<Charged>>()
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
    waitFor: async (orderId, limitMs) => {
      const work = running.get(orderId)
      if (work === undefined) return null
      const limit = Promise.withResolvers<null>()
      const timer = setTimeout(() => limit.resolve(null), limitMs)
      const outcome = work.then(
        (charged) => charged.order,
        () => null,
      )
      const order = await Promise.race([outcome, limit.promise])
      clearTimeout(timer)
      return order
    },
  }
}
