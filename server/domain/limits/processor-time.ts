// The geometry core's time that a caller can use per hour, in addition to the limits table, because one small file can
// take as long as a thousand ordinary files. Time is counted after a job has ended, so a caller's last jobs can exceed
// the budget.

import type { BaseDeps } from '../base/ports.ts'
import { dropOldest } from '../base/time/recent.ts'
import type { ReserveBatch } from './batched-rate-limiter.ts'

export type ProcessorCaller =
  | { readonly kind: 'account'; readonly id: string }
  /** A visitor, identified by client address. */
  | { readonly kind: 'visitor'; readonly id: string }

/** Seconds of one worker per hour. An ordinary part takes less than half a second in total. */
export const processorSeconds = { account: 1_200, visitor: 120 } as const

export type ProcessorTime = {
  /**
   * Returns the seconds until the next hour for a caller whose budget is used up; otherwise null. Needs no database
   * query.
   */
  readonly waitSeconds: (caller: ProcessorCaller) => number | null
  /** Never rejects. */
  readonly spend: (caller: ProcessorCaller, ms: number) => Promise<void>
}

type ProcessorTimeDeps = Pick<BaseDeps, 'log'> & {
  readonly reserveBatch: ReserveBatch
  /** Returns milliseconds of a monotonic clock. */
  readonly nowMs: () => number
}

const windowSeconds = 3600
/** Unit of counting: tenths of a second, at least one per job. */
const unitMs = 100
/** Number of cached refusals. When the oldest is dropped, its caller can start one more job. */
const maxRemembered = 20_000

/** The database counts across all processes. A process detects an exhausted budget when it uses part of it. */
export function createProcessorTime({
  reserveBatch,
  nowMs,
  log,
}: ProcessorTimeDeps): ProcessorTime {
  const usedUp = new Map<string, number>()
  const keyOf = ({ kind, id }: ProcessorCaller) => `${kind}:${id.slice(0, 200)}`
  return {
    waitSeconds: (caller) => {
      const key = keyOf(caller)
      const until = usedUp.get(key)
      if (until === undefined) return null
      const left = Math.ceil((until - nowMs()) / 1000)
      if (left > 0) return left
      usedUp.delete(key)
      return null
    },
    spend: async (caller, ms) => {
      const limit = (processorSeconds[caller.kind] * 1000) / unitMs
      const units = Math.min(limit, Math.max(1, Math.round(ms / unitMs)))
      const key = keyOf(caller)
      try {
        const counted = await reserveBatch('geometry-time', key, limit, windowSeconds, units)
        if (counted.granted >= units) return
        dropOldest(usedUp, maxRemembered)
        usedUp.set(key, nowMs() + counted.windowLeftMs)
      } catch (error) {
        log.error('limits.processor_time_not_counted', { error })
      }
    },
  }
}
