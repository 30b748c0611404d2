// Reads that wait for a change. All waiting reads share one query per second. Beyond the limits, a read returns
// immediately.
import { setTimeout as sleep } from 'node:timers/promises'

export type ChangeWaits = {
  /**
   * Resolves to `first`, or to the next value that `isSame` rejects. Resolves to the latest value after `ms`, when the
   * caller disconnects or the process stops, and when too many reads wait.
   */
  readonly until: <Value>(wait: Wait<Value>) => Promise<Value>
  readonly waiting: () => number
  /** Ends every wait. Later waits end immediately. */
  readonly close: () => void
}

export type Wait<Value> = {
  /** Key of the row to wait for. */
  readonly key: string
  /** Caller, for the limit on concurrent waits. */
  readonly caller: string
  readonly ms: number
  readonly signal: AbortSignal
  readonly first: Value
  readonly read: () => Promise<Value>
  readonly isSame: (value: Value) => boolean
}

export type ChangeWaitsOptions = {
  /** Reads a text that differs after every change of the key's row. */
  readonly markOf: (key: string) => Promise<string | undefined>
  readonly maxWaiting?: number
  readonly maxPerCaller?: number
}

/** Maximum number of concurrent waits per caller. */
export const maxWaitsPerCaller = 100

export function createChangeWaits(options: ChangeWaitsOptions): ChangeWaits {
  const { markOf, maxWaiting = 1_000, maxPerCaller = maxWaitsPerCaller } = options
  const callers = new Map<string, number>()
  const stopping = new AbortController()
  let waiting = 0

  const count = (caller: string, by: 1 | -1): void => {
    waiting += by
    const left = (callers.get(caller) ?? 0) + by
    if (left === 0) {
      callers.delete(caller)
    } else {
      callers.set(caller, left)
    }
  }

  const mayWait = (caller: string): boolean =>
    waiting < maxWaiting && (callers.get(caller) ?? 0) < maxPerCaller

  const until = async <Value>(wait: Wait<Value>): Promise<Value> => {
    const { key, caller, ms, first, read, isSame } = wait
    if (!mayWait(caller)) return first
    count(caller, 1)
    const done = new AbortController()
    const signal = AbortSignal.any([wait.signal, stopping.signal, done.signal])
    let isOver = false
    const over = sleep(ms, null, { signal })
      .catch(() => null)
      .finally(() => {
        isOver = true
      })
    try {
      let value = first
      // The age of the first mark is unknown, so the value is read again.
      let seen: string | null | undefined
      while (isSame(value) && !isOver) {
        // A failed query is retried, because waiting reads have not lost anything yet.
        const mark = await Promise.race([markOf(key).catch(() => seen), over])
        if (mark === seen) continue
        seen = mark
        // Also read at the end of the wait, because marks are up to a second old.
        if (mark !== null || !signal.aborted) value = await read()
      }
      return value
    } finally {
      done.abort()
      count(caller, -1)
    }
  }

  return { until, waiting: () => waiting, close: () => stopping.abort() }
}
