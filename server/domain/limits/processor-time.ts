// The geometry core's time that a caller may use in an hour, in addition to the counts of the limits table: one small file can take as long
// as a thousand ordinary ones. What a job took is counted when it has ended, so that a caller's last jobs may exceed the budget.
import type { BaseDeps } from '../base/ports.ts'
import type { ReserveBatch } from './batched-rate-limiter.ts'

export type ProcessorCaller =
  | { readonly kind: 'account'; readonly id: string }
  /** A visitor, known by the client address. */
  | { readonly kind: 'visitor'; readonly id: string }

/** Seconds of one worker in an hour. An ordinary part takes less than half a second in all. */
export const processorSeconds = { account: 1_200, visitor: 120 } as const

export type ProcessorTime = {
  /** Seconds until the next hour begins for a caller who has used up the budget, else null. Needs no database query. */
  readonly waitSeconds: (caller: ProcessorCaller) => number | null
  /** Never rejects. */
  readonly spend: (caller: ProcessorCaller, ms: number) => Promise<void>
}

type ProcessorTimeDeps = Pick<BaseDeps, 'log'> & {
  readonly reserveBatch: ReserveBatch
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number
}

const windowSeconds = 3600
/** What is counted: tenths of a second, at least one for each job. */
const unitMs = 100
/** The oldest refusal beyond these is dropped, and its caller may start one more job. */
const maxRemembered = 20_000

/** The database counts for all processes; a process learns that a budget is used up when it uses part of it. */
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
        for (const oldest of usedUp.size < maxRemembered ? [] : usedUp.keys()) {
          usedUp.delete(oldest)
          break
        }
        usedUp.set(key, nowMs() + counted.windowLeftMs)
      } catch (error) {
        log.error('limits.processor_time_not_counted', { error })
      }
    },
  }
}
