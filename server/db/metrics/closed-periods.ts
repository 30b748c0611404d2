// Caches readings of past periods, whose metrics no longer change, so that a page about several weeks reads only the current period.
import type { TimeRange } from '../../domain/metrics/ports.ts'
import { createKeptReadings } from '../core/kept-readings.ts'

/** A batch is stored under the time at which its statement began, and the database cancels statements after 15 seconds. */
const lateMs = 120_000
/** Enough for a few pages with several ranges each. */
const maxKept = 32

type Question = {
  /** What is read, apart from the range. */
  readonly key: readonly unknown[]
  readonly range: TimeRange
  readonly stepSeconds: number
  readonly now: Date
}

export type ClosedPeriods<T> = {
  /**
   * Returns the results of `read` for the past part of the range, which is cached, and for the rest, oldest first. The parts meet at the
   * start of an interval of `stepSeconds`, aligned to 1970 in UTC.
   */
  readonly readParts: (
    question: Question,
    read: (range: TimeRange) => Promise<readonly T[]>,
  ) => Promise<readonly T[]>
}

export function createClosedPeriods<T>(): ClosedPeriods<T> {
  const kept = createKeptReadings<readonly T[]>(maxKept)
  return {
    readParts: async ({ key, range, stepSeconds, now }, read) => {
      const { closed, running } = splitAtRunning(range, stepSeconds, now)
      const parts = await Promise.all([
        closed === null
          ? []
          : kept.get(JSON.stringify([key, stepSeconds, closed]), () => read(closed)),
        running === null ? [] : read(running),
      ])
      return parts.flat()
    },
  }
}

function splitAtRunning(range: TimeRange, stepSeconds: number, now: Date) {
  const step = stepSeconds * 1000
  const running = new Date(Math.floor((now.getTime() - lateMs) / step) * step)
  if (running <= range.from) return { closed: null, running: range }
  if (running >= range.to) return { closed: range, running: null }
  return {
    closed: { from: range.from, to: running },
    running: { from: running, to: range.to },
  }
}
