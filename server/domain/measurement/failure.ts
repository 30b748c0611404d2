// Refusals of a measured model.

export type MeasurementFailure =
  | { readonly kind: 'mesh_unreadable'; readonly reason: string }
  /** A readable mesh of which a printer would print nothing, or next to nothing. */
  | { readonly kind: 'nothing_prints'; readonly reason: string }
  | { readonly kind: 'measuring_unavailable'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'model_too_large'
      readonly dimensionsMm: readonly [number, number, number]
      /** The unit in which the file's numbers were read; the refusal names it. */
      readonly unit: string
      readonly format: string
    }

/** The geometry core's queue is full. */
export const measuringBusy = { kind: 'measuring_unavailable', retryAfterSeconds: 5 } as const
