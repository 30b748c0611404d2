// Reads that wait for a change: all that wait share one query a second, and beyond the limits a read does not wait.
import { setTimeout as sleep } from 'node:timers/promises'

export type ChangeWaits = {
  /**
   * `first`, or the next value that `isSame` rejects. After `ms`, when the caller or the process goes, and where too many wait, it is
   * the latest value.
   */
  readonly until: <Value>(wait: Wait<Value>) => Promise<Value>
  readonly waiting: () => number
  /** Ends every wait; later ones end at once. */
  readonly close: () => void
}

export type Wait<Value> = {
  /** What `markOf` is asked for. */
  readonly key: string
  /** The caller by whom waits are limited. */
  readonly caller: string
  readonly ms: number
  readonly signal: AbortSignal
  readonly first: Value
  readonly read: () => Promise<Value>
  readonly isSame: (value: Value) => boolean
}

export type ChangeWaitsOptions = {
  /** A text that differs after every change of the key's row. */
  readonly markOf: (key: string) => Promise<string | undefined>
  readonly maxWaiting?: number
  readonly maxPerCaller?: number
}

/** Requests of one caller that may wait at a time. */
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
      // The first mark is of an unknown moment, so the value is read once more.
      let seen: string | null | undefined
      while (isSame(value) && !isOver) {
        // A query that fails is asked again: those that wait have lost nothing yet.
        const mark = await Promise.race([markOf(key).catch(() => seen), over])
        if (mark === seen) continue
        seen = mark
        // At the end of the time as well, because marks are up to a second old.
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
