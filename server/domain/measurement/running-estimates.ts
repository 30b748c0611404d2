// Estimates in progress that outlast the responses waiting for them. Each combination of content and settings is
// computed by one job, shared by all waiting callers.
import type { EstimateOutcome } from './processing.ts'

export type RunningEstimates = {
  /**
   * Joins the running job, or starts it. If the joined job fails, perhaps because the other caller's file was removed,
   * the caller starts its own job as long as `mayStart` returns true.
   */
  readonly share: (
    key: string,
    start: () => Promise<EstimateOutcome>,
    mayStart: () => boolean,
  ) => Promise<EstimateOutcome>
}

export function createRunningEstimates(): RunningEstimates {
  const running = new Map<string, Promise<EstimateOutcome>>()
  const share: RunningEstimates['share'] = (key, start, mayStart) => {
    const shared = running.get(key)
    if (shared !== undefined) {
      return shared.catch((error: unknown) => {
        if (!mayStart()) throw error
        return share(key, start, mayStart)
      })
    }
    const own = start().finally(() => running.delete(key))
    // The estimate may fail after every caller has stopped waiting.
    own.catch(() => {})
    running.set(key, own)
    return own
  }
  return { share }
}
