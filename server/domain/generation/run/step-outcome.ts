// Why a run does not go on: it has to wait for somebody, or the job is over.
import { fail } from '../../base/result.ts'
import type { GenerationFailure } from '../request/failure.ts'

export type StepOutcome =
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'over'; readonly failure: GenerationFailure }

export const retryLater = (delayMs: number) => fail<StepOutcome>({ kind: 'wait', delayMs })
export const failJob = (failure: GenerationFailure) => fail<StepOutcome>({ kind: 'over', failure })
