// Refusals of a generation after its request was parsed, for routes that wait for the result.
import type { GenerationFailure, StillRunning } from '../../../domain/generation/request/failure.ts'
import { exampleJobId } from './generation-json.ts'

/** Example of a refused prompt. */
export const promptRefused = {
  kind: 'nsfw',
  reason: 'The prompt asks for something that we do not make.',
} as const

export const generationFailures: readonly GenerationFailure[] = [
  promptRefused,
  { kind: 'no_credits', required: 3, available: 2 },
  { kind: 'account_in_debt', owedCents: 2000 },
  { kind: 'engine_failed', message: 'The 3D engine could not make this model.' },
  { kind: 'generation_interrupted' },
  { kind: 'moderation_unavailable' },
  { kind: 'result_not_checked', made: 'model' },
  { kind: 'pictures_not_accepted' },
  { kind: 'generation_off' },
  { kind: 'engine_switched_off', engine: 'engine_1' },
  { kind: 'generation_budget_used_up' },
]

/** Refusal of a call that waits for its generation. */
export const waitedTooLong: StillRunning = {
  kind: 'generation_continues',
  jobId: exampleJobId,
  unfinished: true,
}
