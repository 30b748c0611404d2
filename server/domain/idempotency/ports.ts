// Responses stored under Idempotency-Keys, per account, for 24 hours (decisions.md 14). Order submits and spending
// calls have separate tables; the same rules determine who holds a key, and for how long.

import type { AccountId } from '../base/caller.ts'

/** The claim of one run of a request. */
export type HeldKey = {
  readonly accountId: AccountId
  readonly key: string
  /** Identifies this run of the request: an interrupted run must not change the claim of the run that took over. */
  readonly holder: string
}

export type KeyClaim = HeldKey & { readonly requestHash: string; readonly leaseSeconds: number }

/** The state of a key that could not be claimed. */
export type TakenKey<Response> =
  | { readonly kind: 'completed'; readonly response: Response }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }

/** Port: the claims of running requests. */
export type HeldKeys = {
  /** Renews a claim until the returned function is called or the process dies. */
  readonly keepAlive: (held: HeldKey) => () => void
  /**
   * Ends a run with an unknown or preliminary response, which is not stored. The next repeat can claim the key
   * immediately.
   */
  readonly endRun: (held: HeldKey) => Promise<void>
  /** Removes the claim of a refused request, so that the key can be used again. */
  readonly release: (held: HeldKey) => Promise<void>
}

/** `Claim` is the data that a run states, and `Claimed` the data that it gets with the key. */
export type ResponseKeys<Claim extends KeyClaim, Claimed, Response> = HeldKeys & {
  /** Claims the key, or returns its state. Takes over an incomplete claim that was not renewed for `leaseSeconds`. */
  readonly claim: (
    claim: Claim,
  ) => Promise<({ readonly kind: 'claimed' } & Claimed) | TakenKey<Response>>
  readonly save: (held: HeldKey, response: Response) => Promise<void>
}

/**
 * Id of the object that the request creates. A run that takes over gets the id of the interrupted run, so that it
 * finds its object.
 */
export type RunId = { readonly runId: string }

/** For spending calls. Responses are plain JSON. */
export type SpendKeys = ResponseKeys<KeyClaim & RunId, RunId, unknown>
