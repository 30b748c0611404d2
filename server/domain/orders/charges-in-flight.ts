// The charges that this process is making. The processor's event of a charge usually arrives before the response to the charge itself,
// and finds nothing to do once the submit has written the outcome.
import { setTimeout as sleep } from 'node:timers/promises'

export type ChargesInFlight = {
  /** Runs `charge`, which makes the charge and writes its outcome. */
  readonly run: <T>(orderId: string, charge: () => Promise<T>) => Promise<T>
  /** Resolves when this process makes no charge of the order, and after `limitMs` at the latest. */
  readonly settled: (orderId: string, limitMs: number) => Promise<void>
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
      const timeout = new AbortController()
      const ended = work.then(ignore, ignore).finally(() => timeout.abort())
      await Promise.race([
        ended,
        sleep(limitMs, undefined, { signal: timeout.signal }).catch(ignore),
      ])
    },
  }
}

const ignore = () => undefined
