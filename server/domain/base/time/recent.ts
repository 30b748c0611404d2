type Entries<K> = {
  readonly size: number
  readonly keys: () => IterableIterator<K>
  readonly delete: (key: K) => boolean
}

/** Removes the entry that was added first if a map or set already holds `max` entries. */
export function dropOldest<K>(entries: Entries<K>, max: number): void {
  if (entries.size < max) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}

/** Cache of the most recently used entries of a process. */
export type Recent<K, V> = {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly delete: (key: K) => void
}

/** Creates a cache of at most `max` entries that evicts the least recently used one. */
export function createRecent<K, V>(max: number): Recent<K, V> {
  /** Ordered from least to most recently used. */
  const entries = new Map<K, V>()
  const set = (key: K, value: V): void => {
    entries.delete(key)
    dropOldest(entries, max)
    entries.set(key, value)
  }
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    delete: (key) => {
      entries.delete(key)
    },
  }
}
