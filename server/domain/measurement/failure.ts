// How a model is refused once it is measured.

export type MeasurementFailure =
  | { readonly kind: 'mesh_unreadable'; readonly reason: string }
  /** A readable mesh of which a printer would lay down nothing, or next to nothing. */
  | { readonly kind: 'nothing_prints'; readonly reason: string }
  | { readonly kind: 'measuring_unavailable'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'model_too_large'
      readonly dimensionsMm: readonly [number, number, number]
      /** Set when the file's unit was assumed (GLB is metres): the refusal names it. */
      readonly unit: string
      readonly format: string
    }
