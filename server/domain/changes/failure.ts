// Failures of model changes and file conversions, in addition to those of the model and its measurement.

export type ChangeFailure =
  /** Not a format of model files. */
  | { readonly kind: 'file_format_unknown' }
  /** `rule`: what the field must satisfy, such as "must be a number". */
  | { readonly kind: 'change_field_invalid'; readonly field: string; readonly rule: string }
  /** Nothing was requested. */
  | { readonly kind: 'change_empty' }
  /** The core changed nothing; `reason` is a sentence. */
  | { readonly kind: 'change_without_effect'; readonly reason: string }
  /** The change is not possible for this model; `reason` is a sentence. */
  | { readonly kind: 'change_impossible'; readonly reason: string }
