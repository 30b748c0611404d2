// Why a run does not continue: it has to be retried later, or the job has failed.
import { fail } from '../../base/result.ts'
import type { GenerationFailure } from '../request/failure.ts'

export type StepOutcome =
  | { readonly kind: 'retry_later'; readonly delayMs: number }
  | { readonly kind: 'failed'; readonly failure: GenerationFailure }

export const retryLater = (delayMs: number) => fail<StepOutcome>({ kind: 'retry_later', delayMs })
export const failJob = (failure: GenerationFailure) =>
  fail<StepOutcome>({ kind: 'failed', failure })
