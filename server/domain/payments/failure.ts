// Refusals of calls to the card processor.
import { ProcessorBusy, type ProcessorUnavailable } from './ports.ts'

/** After so long, an account that paused and a share that is in ordinary use have calls again. */
export const busySeconds = 10

export type ProcessorFailure =
  | { readonly kind: 'processor_unavailable' }
  /** The budget for calls is used up, by all or by the account: the processor was not asked. */
  | { readonly kind: 'processor_busy'; readonly retryAfterSeconds: number }

export const processorFailure = (error: ProcessorUnavailable): ProcessorFailure =>
  error instanceof ProcessorBusy
    ? { kind: 'processor_busy', retryAfterSeconds: busySeconds }
    : { kind: 'processor_unavailable' }
