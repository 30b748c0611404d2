// Caches readings of the past, which no longer change, for the next readers.

import { createRecent } from '../../domain/base/recent.ts'

export type KeptReadings<T> = {
  /** The result of `read` for this key, from now or earlier; concurrent calls share one reading. */
  readonly get: (key: string, read: () => Promise<T>) => Promise<T>
}

/** Keeps at most `max` readings; the least recently used one is dropped. */
export function createKeptReadings<T>(max: number): KeptReadings<T> {
  const readings = createRecent<string, Promise<T>>(max)
  return {
    get: (key, read) => {
      const reading = readings.get(key) ?? read()
      readings.set(key, reading)
      // A failed reading is repeated.
      reading.catch(() => {
        if (readings.get(key) === reading) readings.delete(key)
      })
      return reading
    },
  }
}
