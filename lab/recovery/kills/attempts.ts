// Selects the workers' requests that failed because the service was killed.
import type { Attempt, Placement } from './worker-lines.ts'

/** Period from a kill until the service is ready again, in milliseconds of Unix time. */
export type Outage = { readonly from: number; readonly to: number }

/** Returns failed requests that were in progress during an outage, and the keys of their orders. */
export function interruptedBy(
  outages: readonly Outage[],
  placements: readonly Pick<Placement, 'key' | 'failedAttempts'>[],
): { readonly attempts: number; readonly keys: number } {
  const isInterrupted = ({ startedAt, endedAt }: Attempt) =>
    outages.some(({ from, to }) => startedAt <= to && endedAt >= from)
  const interrupted = placements.flatMap(({ key, failedAttempts }) =>
    failedAttempts.filter(isInterrupted).map(() => key),
  )
  return { attempts: interrupted.length, keys: new Set(interrupted).size }
}
