// The estimates that a process makes for responses that do not wait for them as long as they take: one at a time for the same content
// and settings, shared by all who wait for it.
import type { EstimateOutcome } from './processing.ts'

export type RunningEstimates = {
  /**
   * Starts the job unless it runs already. A caller whose shared job fails starts its own while it `mayStart`: another one's file may be
   * gone where its own is not.
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
    // Nobody may be waiting any longer when it fails.
    own.catch(() => {})
    running.set(key, own)
    return own
  }
  return { share }
}
