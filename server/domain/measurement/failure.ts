// Failures of measuring a model.

import { retryHintSeconds } from '../base/time/retry-hints.ts'
import type { FileUnit } from '../models/format.ts'

/** Reasons of this service, next to those of the geometry core, such as `truncated`. */
export const unreadableCodes = {
  timedOut: 'timed_out',
  crashed: 'crashed',
  /** Also the core's code. */
  noVolume: 'zero_volume',
  tooSmall: 'too_small',
  padded: 'padded',
  /** The browser can no longer read the file. */
  moved: 'file_unreadable',
} as const

export type MeasurementFailure =
  | {
      readonly kind: 'mesh_unreadable'
      readonly reason: string
      /** Stable code of the reason: one of the geometry core's or of `unreadableCodes`. Absent if it has none. */
      readonly code?: string
      /** Set if the measurement was interrupted, for example on a busy machine. A retry may succeed. */
      readonly isCutOff?: true
    }
  /** A readable mesh of which a printer would print nothing or almost nothing. */
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
      /** The unit of the file's numbers, which the error message names. */
      readonly unit: FileUnit
      readonly format: string
    }

/** The outcomes with which the geometry core declines to start a job. */
export type Busy = {
  readonly kind: 'busy'
  readonly by?: 'queue' | 'caller' | 'time'
  readonly retryAfterSeconds?: number
}

/** Returns the failure of a job that the geometry core did not start. */
export const measuringBusy = ({ by, retryAfterSeconds = retryHintSeconds.busy }: Busy) =>
  ({ kind: 'measuring_unavailable', retryAfterSeconds, ...(by && { by }) }) as const
