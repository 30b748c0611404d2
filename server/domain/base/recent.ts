/** The most recently used entries of a process. */
export type Recent<K, V> = {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly delete: (key: K) => void
}

/** Keeps at most `max` entries; the least recently used one is dropped. */
export function createRecent<K, V>(max: number): Recent<K, V> {
  /** The least recently used first. */
  const entries = new Map<K, V>()
  const set = (key: K, value: V): void => {
    entries.delete(key)
    entries.set(key, value)
    const [oldest] = entries.keys()
    if (entries.size > max && oldest !== undefined) entries.delete(oldest)
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
