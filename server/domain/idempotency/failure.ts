/** A failure of a call whose work continues. Its key is kept, so that a repeat gets the result. */
export type UnfinishedWork = { readonly unfinished: true }

/** Failures of the optional Idempotency-Key header (decisions.md 14). */
export type IdempotencyFailure =
  | { readonly kind: 'idempotency_key_invalid' }
  | { readonly kind: 'idempotency_key_reused' }
  | { readonly kind: 'idempotency_key_running'; readonly retryAfterSeconds: number }
