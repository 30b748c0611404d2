// Refusals of changes of a model and of its file in another format, besides those of the model and its measurement.

export type ChangeFailure =
  /** A format that files of models do not have. */
  | { readonly kind: 'file_format_unknown' }
  /** `rule`: what the field must be, as "must be a number". */
  | { readonly kind: 'change_field_invalid'; readonly field: string; readonly rule: string }
  /** Nothing was requested. */
  | { readonly kind: 'change_empty' }
  /** The core made no change: `reason` is a sentence. */
  | { readonly kind: 'change_without_effect'; readonly reason: string }
  /** The change is not possible with this model: `reason` is a sentence. */
  | { readonly kind: 'change_impossible'; readonly reason: string }
