// Decides whether the machine was quiet enough to judge a figure. On a busy machine, timings depend
// more on other processes than on the service.
import * as v from 'valibot'

/**
 * Load of the machine. Shares are 0 to 1, relative to all cores. `null` where the system does not
 * report a value.
 */
export const loadSchema = v.object({
  /** Processor time of processes outside the run, while the row was measured. */
  foreignShare: v.nullable(v.number()),
  /** Time taken by other virtual machines on the same host (steal), while the row was measured. */
  stealShare: v.nullable(v.number()),
  /** Threads that ran or waited before the row, without our own: the median of the samples. */
  runQueue: v.nullable(v.number()),
  /**
   * Calibration loop before the row: 90th percentile relative to the best time. 1 on a quiet
   * machine.
   */
  calibration: v.nullable(v.number()),
})
export type Load = v.InferOutput<typeof loadSchema>

export const unknownLoad: Load = {
  foreignShare: null,
  stealShare: null,
  runQueue: null,
  calibration: null,
}

/**
 * Limits of the load. A share of 5 % changes a ratio of pairs by less than the distance of the
 * figures from their aims; a quiet machine has 1 %.
 */
export const loadLimits = {
  foreignShare: 0.05,
  stealShare: 0.02,
  runQueue: 1,
  calibration: 1.25,
} as const

/** Returns the reasons why the machine was too busy, as text; empty on a quiet machine. */
export function reasonsBusy(load: Load): readonly string[] {
  const { foreignShare, stealShare, runQueue, calibration } = load
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`
  const reasons: string[] = []
  if (foreignShare !== null && foreignShare > loadLimits.foreignShare) {
    reasons.push(`other processes took ${percent(foreignShare)} of the cores`)
  }
  if (stealShare !== null && stealShare > loadLimits.stealShare) {
    reasons.push(`the host took ${percent(stealShare)}`)
  }
  if (runQueue !== null && runQueue > loadLimits.runQueue) {
    reasons.push(`${runQueue} other threads ran before it`)
  }
  if (calibration !== null && calibration > loadLimits.calibration) {
    reasons.push(`the same loop varied by ${percent(calibration - 1)}`)
  }
  return reasons
}

export const verdicts = ['met', 'missed', 'reported', 'not judged'] as const
export type Verdict = (typeof verdicts)[number]

/** Returns the verdict. `met` is the row's: `null` without an aim. */
export function verdictOf(met: boolean | null, load: Load): Verdict {
  if (met === null) return 'reported'
  if (reasonsBusy(load).length > 0) return 'not judged'
  return met ? 'met' : 'missed'
}
