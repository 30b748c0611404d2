// The estimates that a process makes for responses that do not wait for them as long as they take: one at a time for the same content
// and settings, shared by all who wait for it.
import type { EstimateOutcome } from './processing.ts'

export type RunningEstimates = {
  /** Starts the job unless it runs already. */
  readonly share: (key: string, start: () => Promise<EstimateOutcome>) => Promise<EstimateOutcome>
}

export function createRunningEstimates(): RunningEstimates {
  const running = new Map<string, Promise<EstimateOutcome>>()
  return {
    share: (key, start) => {
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = start().finally(() => running.delete(key))
      // Nobody may be waiting any longer when it fails.
      own.catch(() => {})
      running.set(key, own)
      return own
    },
  }
}
