// Failures of uploading and slicing a model, in addition to those of the model and its measurement.

export type SlicingFailure =
  | { readonly kind: 'upload_unsupported' }
  /** A .3mf with G-code plates and no mesh. */
  | { readonly kind: 'upload_is_sliced' }
  | { readonly kind: 'slice_generation_required' }
  /** Unknown, of another account, or without a model file. */
  | { readonly kind: 'slice_generation_not_found' }
  | { readonly kind: 'slicer_not_configured' }
  | { readonly kind: 'slice_model_not_managed' }
  | { readonly kind: 'slice_format_unsupported' }
  /** The seconds are set if the slicer was only busy. */
  | { readonly kind: 'slice_failed'; readonly retryAfterSeconds: number | null }
