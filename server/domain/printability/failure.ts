// Failures of a printability check, in addition to those of the model and its measurement.

export type PrintabilityFailure =
  /** The body is neither a form nor JSON. */
  | { readonly kind: 'check_body_unknown' }
  | { readonly kind: 'check_model_url_missing' }
  | { readonly kind: 'check_unsupported' }
  | { readonly kind: 'check_file_too_large' }
