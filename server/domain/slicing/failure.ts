// Refusals of uploading and slicing a model, besides those of the model and its measurement.

export type SlicingFailure =
  | { readonly kind: 'upload_unsupported' }
  /** A .3mf with plates of G-code and no mesh. */
  | { readonly kind: 'upload_is_sliced' }
  | { readonly kind: 'slice_generation_required' }
  /** Unknown, another account's, or without a model file. */
  | { readonly kind: 'slice_generation_not_found' }
  | { readonly kind: 'slicer_not_configured' }
  | { readonly kind: 'slice_model_not_managed' }
  | { readonly kind: 'slice_format_unsupported' }
  /** The seconds are set when the slicer was only busy. */
  | { readonly kind: 'slice_failed'; readonly retryAfterSeconds: number | null }
