// Failures of calls to the card processor.
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import { ProcessorBusy, ProcessorRefused, ProcessorUnavailable } from './ports.ts'

export type ProcessorFailure =
  | { readonly kind: 'processor_unavailable' }
  /** The processor's reason. */
  | { readonly kind: 'processor_refused'; readonly reason: string }
  /** The call budget of all callers or of the account is used up; the processor was not called. */
  | { readonly kind: 'processor_busy'; readonly retryAfterSeconds: number }

/** Returns the failure for an error of a call; null for any other error. */
export function processorFailure(error: unknown): ProcessorFailure | null {
  if (error instanceof ProcessorBusy) {
    return { kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor }
  }
  if (error instanceof ProcessorUnavailable) return { kind: 'processor_unavailable' }
  return error instanceof ProcessorRefused
    ? { kind: 'processor_refused', reason: error.reason }
    : null
}
