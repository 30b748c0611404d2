// Combines the reads of many topics into one query.
import { setTimeout as sleep } from 'node:timers/promises'

type Batch<V> = {
  readonly keys: Set<string>
  readonly values: Promise<ReadonlyMap<string, V>>
}

/**
 * Returns a reader for single keys. All keys requested between two queries share the next one, and queries are at least
 * `everyMs` apart. Resolves to undefined if the query did not return the key.
 */
export function batchReads<V>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  everyMs: number,
): (key: string) => Promise<V | undefined> {
  let next: Batch<V> | null = null
  let lastAt = Number.NEGATIVE_INFINITY

  const open = (): Batch<V> => {
    const keys = new Set<string>()
    const values = sleep(Math.max(0, lastAt + everyMs - performance.now())).then(() => {
      next = null
      lastAt = performance.now()
      return readAll([...keys])
    })
    return { keys, values }
  }

  return async (key) => {
    next ??= open()
    next.keys.add(key)
    return (await next.values).get(key)
  }
}
