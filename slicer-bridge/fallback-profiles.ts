// What is tried on one model, in order: the quote profile; on a raft when the model stands on a point;
// and once more with simplified outlines when time runs out, which is what gap fill costs.
import { type Attempted, type AttemptRequest, attempt, type Tools } from './attempt.ts'
import type { SliceProfile } from './outcome.ts'
import { doubts, type Expected } from './plausibility.ts'

const FALLBACK_PROFILES: readonly SliceProfile[] = ['quote', 'coarse']

export type LadderRequest = Omit<AttemptRequest, 'variant'> & {
  readonly expected: Expected | undefined
}

/** The first certain answer. `timed_out` when no rung has one: the caller's estimate stands then. */
export async function sliceWithFallback(tools: Tools, request: LadderRequest): Promise<Attempted> {
  let raft = false
  for (const rung of FALLBACK_PROFILES) {
    let outcome = await attempt(tools, { ...request, variant: { rung, raft } })
    if (outcome.kind === 'refused' && outcome.reason === 'no_first_layer' && !raft) {
      raft = true
      outcome = await attempt(tools, { ...request, variant: { rung, raft } })
    }
    if (outcome.kind !== 'timed_out') return finish(outcome, request, raft)
  }
  return { kind: 'timed_out' }
}

function finish(outcome: Attempted, { settings, expected }: LadderRequest, raft: boolean) {
  if (outcome.kind !== 'sliced') return outcome
  const added = {
    code: 'raft_added',
    text: 'The model touches the plate in a point or an edge only, so it was sliced on a raft, whose filament is counted.',
  } as const
  const warnings = [
    ...outcome.warnings,
    ...(raft ? [added] : []),
    ...doubts(outcome, { expected, settings, raft }),
  ]
  return { ...outcome, warnings }
}
