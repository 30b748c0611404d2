// Failures of reading a request body.

export type BodyFailure =
  | FormParseFailure
  | { readonly kind: 'invalid_json' }
  | { readonly kind: 'body_too_large'; readonly limitBytes: number }
  | { readonly kind: 'body_late' }
  | { readonly kind: 'field_invalid'; readonly message: string }

export type FormParseFailure =
  | { readonly kind: 'not_multipart' }
  /** A text field exceeds 16 kB. */
  | { readonly kind: 'form_field_too_long'; readonly field: string }
  /** `remedy` is set if resending the same body cannot help: a sentence that says what to do instead. */
  | { readonly kind: 'broken_multipart'; readonly detail: string; readonly remedy?: string }
