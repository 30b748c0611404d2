// Keeps what was read of the past, which does not change any more, for the next readers of the same.

export type KeptReadings<T> = {
  /** What `read` returned for this key, now or before; calls at the same time share one reading. */
  readonly get: (key: string, read: () => Promise<T>) => Promise<T>
}

/** At most `max` readings; the one that was not used for longest makes room. */
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
      // A reading that failed is made again.
      reading.catch(() => {
        if (kept.get(key) === reading) kept.delete(key)
      })
      return reading
    },
  }
}
