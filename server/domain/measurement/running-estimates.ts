// The estimates that a process makes for responses that may do without them: one at a time for the same content and settings, shared by
// all who wait for it.
import type { Estimated } from './processing.ts'

export type RunningEstimates = {
  /** Starts the job unless it runs already. It must not reject. */
  readonly share: (key: string, start: () => Promise<Estimated | null>) => Promise<Estimated | null>
}

export function createRunningEstimates(): RunningEstimates {
  const running = new Map<string, Promise<Estimated | null>>()
  return {
    share: (key, start) => {
      const shared = running.get(key)
      if (shared !== undefined) return shared
      const own = start().finally(() => running.delete(key))
      running.set(key, own)
      return own
    },
  }
}
