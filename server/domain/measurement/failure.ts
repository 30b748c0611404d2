// Refusals of a measured model.

import { retryHintSeconds } from '../base/retry-hints.ts'
import type { FileUnit } from '../models/format.ts'

export type MeasurementFailure =
  | {
      readonly kind: 'mesh_unreadable'
      readonly reason: string
      /** Set when the measurement was cut off, for example on a busy machine: it may succeed later. */
      readonly isCutOff?: true
    }
  /** A readable mesh from which a printer would print nothing, or almost nothing. */
  | { readonly kind: 'nothing_prints'; readonly reason: string }
  | {
      readonly kind: 'measuring_unavailable'
      readonly retryAfterSeconds: number
      /** `caller`: only this caller's share of the queue is full; `time`: the caller's hourly budget is used up. */
      readonly by?: Busy['by']
    }
  | {
      readonly kind: 'model_too_large'
      readonly dimensionsMm: readonly [number, number, number]
      /** The unit in which the file's numbers were read; the refusal names it. */
      readonly unit: FileUnit
      readonly format: string
    }

/** The outcomes by which the geometry core reports that it does not start a job now. */
export type Busy = {
  readonly kind: 'busy'
  readonly by?: 'queue' | 'caller' | 'time'
  readonly retryAfterSeconds?: number
}

/** The refusal of a job that the geometry core did not start. */
export const measuringBusy = ({ by, retryAfterSeconds = retryHintSeconds.busy }: Busy) =>
  ({ kind: 'measuring_unavailable', retryAfterSeconds, ...(by && { by }) }) as const
