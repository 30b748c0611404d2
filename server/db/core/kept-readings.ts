// Caches readings of the past, which no longer change.

import { createRecent } from '../../domain/base/time/recent.ts'

export type KeptReadings<T> = {
  /** Returns the cached result of `read` for this key, or calls `read`. Concurrent calls share one reading. */
  readonly get: (key: string, read: () => Promise<T>) => Promise<T>
}

/** Creates a cache of at most `max` readings. Drops the least recently used reading first. */
export function createKeptReadings<T>(max: number): KeptReadings<T> {
  const readings = createRecent<string, Promise<T>>(max)
  return {
    get: (key, read) => {
      const reading = readings.get(key) ?? read()
      readings.set(key, reading)
      // Removes a failed reading, so that the next call retries it.
      reading.catch(() => {
        if (readings.get(key) === reading) readings.delete(key)
      })
      return reading
    },
  }
}
