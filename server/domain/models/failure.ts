// Failures of a model file before it is measured.
export type ModelFailure =
  | { readonly kind: 'file_empty' }
  | { readonly kind: 'file_too_large' }
  | { readonly kind: 'file_missing' }
  | { readonly kind: 'field_sent_as_text'; readonly field: string }
  | { readonly kind: 'model_not_managed' }
  | { readonly kind: 'model_foreign' }
  | { readonly kind: 'model_unreadable' }
  | { readonly kind: 'units_unknown' }
  | { readonly kind: 'file_unsupported' }
  | { readonly kind: 'storage_failed' }

/** Why a stored file cannot be sent. `storage_unreachable` is temporary: the file may still exist. */
export type StoredFileFailure =
  | Extract<ModelFailure, { kind: 'model_unreadable' }>
  | { readonly kind: 'storage_unreachable'; readonly retryAfterSeconds: number }
