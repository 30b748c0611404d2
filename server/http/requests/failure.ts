// The failures of reading a request body.

export type BodyFailure =
  | FormFailure
  | { readonly kind: 'invalid_json' }
  | { readonly kind: 'body_too_large'; readonly limitBytes: number }
  | { readonly kind: 'body_late' }
  | { readonly kind: 'field_invalid'; readonly message: string }

export type FormFailure =
  | { readonly kind: 'not_multipart' }
  /** A text field of more than 16 kB. */
  | { readonly kind: 'form_field_too_long'; readonly field: string }
  /** `remedy` is set where sending the same body again cannot help: a sentence on what to do instead. */
  | { readonly kind: 'broken_multipart'; readonly detail: string; readonly remedy?: string }
