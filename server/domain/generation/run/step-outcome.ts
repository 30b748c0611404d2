// Why a run does not continue: it has to be retried later, or the job has failed.
import { fail } from '../../base/result.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { WithheldResult } from './withheld.ts'

export type StepOutcome =
  | { readonly kind: 'retry_later'; readonly delayMs: number }
  /** `withheld`: the model that it made, and that operators decide about. */
  | {
      readonly kind: 'failed'
      readonly failure: GenerationFailure
      readonly withheld?: WithheldResult
    }

export const retryLater = (delayMs: number) => fail<StepOutcome>({ kind: 'retry_later', delayMs })
export const failJob = (failure: GenerationFailure, withheld?: WithheldResult) =>
  fail<StepOutcome>({ kind: 'failed', failure, ...(withheld && { withheld }) })
