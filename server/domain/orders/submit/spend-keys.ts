// The port of responses that are kept under the Idempotency-Key of a call that spends (decisions.md 14).

import type { AccountId } from '../../base/caller.ts'

export type SpendClaim = {
  readonly accountId: AccountId
  readonly key: string
  readonly requestHash: string
  /** Identifies this run of the request: an interrupted run must not touch the claim of the run that took over. */
  readonly holder: string
  /** For what the request makes. A run that takes over gets that of the interrupted one, and so finds what that one made. */
  readonly runId: string
  readonly leaseSeconds: number
}

export type ClaimedSpend =
  | { readonly kind: 'claimed'; readonly runId: string }
  | { readonly kind: 'completed'; readonly answer: unknown }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }

type Held = Pick<SpendClaim, 'accountId' | 'key' | 'holder'>

/** For 24 hours, per account. */
export type SpendKeys = {
  /** Claims the key, or returns its state. An incomplete claim that was not renewed for `leaseSeconds` is taken over. */
  readonly claim: (request: SpendClaim) => Promise<ClaimedSpend>
  /** Renews a claim until the returned function is called or the process dies. */
  readonly keepAlive: (held: Held) => () => void
  /** `answer` is plain JSON. */
  readonly save: (held: Held, answer: unknown) => Promise<void>
  /** Removes the claim of a refused request: the key may be used again. */
  readonly release: (held: Held) => Promise<void>
  /** Ends a run whose outcome is unknown: the next repeat takes it over at once. */
  readonly endRun: (held: Held) => Promise<void>
}
