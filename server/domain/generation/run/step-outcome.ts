// Why a run does not go on: it has to wait for somebody, or the job is over.
import { fail } from '../../base/result.ts'
import type { GenerationFailure } from '../failure.ts'

export type Stop =
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'over'; readonly failure: GenerationFailure }

export const wait = (delayMs: number) => fail<Stop>({ kind: 'wait', delayMs })
export const over = (failure: GenerationFailure) => fail<Stop>({ kind: 'over', failure })
