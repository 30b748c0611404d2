// A reading of the database that calls share while it is recent.

export type CachedReading<T> = {
  readonly value: T
  /** Milliseconds, by the clock of the cache. */
  readonly startedAt: number
  readonly readMs: number
}

export type CacheOptions = {
  /** How old a reading may be, by how long it took. */
  readonly maxAgeMs: (readMs: number) => number
  /**
   * A reading up to this many times as old is still returned while a new one is read. Defaults to 1: calls wait for the
   * new one.
   */
  readonly staleFactor?: number
  /** Called when a reading that no call waits for has failed, once until one succeeds. */
  readonly onFailure?: (error: unknown) => void
  /** Returns milliseconds. Defaults to the system's clock. */
  readonly nowMs?: () => number
}

/** Shares one reading among concurrent calls. Does not cache a failed reading: the next call reads the database again. */
export function cachedReading<T>(
  read: () => Promise<T>,
  { maxAgeMs, staleFactor = 1, onFailure, nowMs = Date.now }: CacheOptions,
): () => Promise<CachedReading<T>> {
  let latest: CachedReading<T> | null = null
  let running: Promise<CachedReading<T>> | null = null
  const readNow = async () => {
    const startedAt = nowMs()
    try {
      const value = await read()
      latest = { value, startedAt, readMs: nowMs() - startedAt }
      return latest
    } finally {
      running = null
    }
  }
  const refresh = () => {
    running ??= readNow()
    return running
  }
  let isFailing = false
  const refreshLater = () =>
    refresh().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) onFailure?.(error)
        isFailing = true
      },
    )
  return async () => {
    if (latest === null) return await refresh()
    const age = nowMs() - latest.startedAt
    const allowedMs = maxAgeMs(latest.readMs)
    if (age >= staleFactor * allowedMs) return await refresh()
    if (age >= allowedMs) void refreshLater()
    return latest
  }
}
