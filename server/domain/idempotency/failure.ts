/** A failure of a call whose work goes on: its key is kept, so that a repeat gets what is made. */
export type UnfinishedWork = { readonly unfinished: true }

/** Refusals of the optional Idempotency-Key header (decisions.md 14). */
export type IdempotencyFailure =
  | { readonly kind: 'idempotency_key_invalid' }
  | { readonly kind: 'idempotency_key_reused' }
  | { readonly kind: 'idempotency_key_running'; readonly retryAfterSeconds: number }
