// Why a run does not continue: it must be retried later, or the job has failed.
import { fail } from '../../base/result.ts'
import type { GenerationFailure } from '../request/failure.ts'
import type { WithheldResult } from './withheld.ts'

export type StepStop =
  | { readonly kind: 'retry_later'; readonly delayMs: number }
  /** `withheld`: the generated model that operators must review. */
  | {
      readonly kind: 'failed'
      readonly failure: GenerationFailure
      readonly withheld?: WithheldResult
    }

export const retryLater = (delayMs: number) => fail<StepStop>({ kind: 'retry_later', delayMs })
export const failedStep = (failure: GenerationFailure, withheld?: WithheldResult) =>
  fail<StepStop>({ kind: 'failed', failure, ...(withheld && { withheld }) })
