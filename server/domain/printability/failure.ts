// How a printability check is refused, beside the failures that orders share. Facts without sentences.

export type PrintabilityFailure =
  /** Neither a form nor JSON. */
  | { readonly kind: 'check_body_unknown' }
  | { readonly kind: 'check_model_url_missing' }
  | { readonly kind: 'check_unsupported' }
  | { readonly kind: 'check_file_too_large' }
