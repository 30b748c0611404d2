// The attempts on one model, in order: the quote profile, and with a raft if the model touches the plate only in a point. After a timeout,
// the same with simplified outlines, because gap fill on detailed outlines takes most of the time.

import type { SliceProfile } from '../outcome/outcome.ts'
import { type Attempted, type AttemptRequest, attempt, type Tools } from './attempt.ts'
import { type Expected, plausibilityWarnings } from './plausibility.ts'

const fallbackProfiles: readonly SliceProfile[] = ['quote', 'coarse']
/** Number of attempts that may each take the whole time limit. */
export const sliceAttempts = fallbackProfiles.length

export type FallbackRequest = Omit<AttemptRequest, 'variant'> & {
  readonly expected: Expected | undefined
}

/**
 * Returns the outcome of the first attempt that does not time out. Returns `timed_out` when all do; the caller's estimate then applies.
 */
export async function sliceWithFallback(
  tools: Tools,
  request: FallbackRequest,
): Promise<Attempted> {
  let raft = false
  for (const profile of fallbackProfiles) {
    let outcome = await attempt(tools, { ...request, variant: { profile, raft } })
    if (outcome.kind === 'refused' && outcome.reason === 'no_first_layer' && !raft) {
      raft = true
      outcome = await attempt(tools, { ...request, variant: { profile, raft } })
    }
    if (outcome.kind !== 'timed_out') return finish(outcome, request, raft)
  }
  return { kind: 'timed_out' }
}

function finish(outcome: Attempted, { settings, expected }: FallbackRequest, raft: boolean) {
  if (outcome.kind !== 'sliced') return outcome
  const added = {
    code: 'raft_added',
    text: 'The model touches the plate in a point or an edge only, so it was sliced on a raft, whose filament is counted.',
  } as const
  const warnings = [
    ...outcome.warnings,
    ...(raft ? [added] : []),
    ...plausibilityWarnings(outcome, { expected, settings, raft }),
  ]
  return { ...outcome, warnings }
}
