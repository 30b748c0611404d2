// Caches readings of the past, which no longer change, for the next readers.

export type KeptReadings<T> = {
  /** The result of `read` for this key, from now or earlier; concurrent calls share one reading. */
  readonly get: (key: string, read: () => Promise<T>) => Promise<T>
}

/** Keeps at most `max` readings; the least recently used one is dropped. */
export function createKeptReadings<T>(max: number): KeptReadings<T> {
  /** The least recently used first. */
  const kept = new Map<string, Promise<T>>()
  return {
    get: (key, read) => {
      const reading = kept.get(key) ?? read()
      kept.delete(key)
      kept.set(key, reading)
      const [oldest] = kept.keys()
      if (kept.size > max && oldest !== undefined) kept.delete(oldest)
      // A failed reading is repeated.
      reading.catch(() => {
        if (kept.get(key) === reading) kept.delete(key)
      })
      return reading
    },
  }
}
