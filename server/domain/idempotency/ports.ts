// Responses that are kept under Idempotency-Keys, for 24 hours, per account (decisions.md 14). Submits of orders and calls that
// spend have a table each; one rule decides who holds a key, and for how long.

import type { AccountId } from '../base/caller.ts'

/** The claim of one run of a request. */
export type HeldKey = {
  readonly accountId: AccountId
  readonly key: string
  /** Identifies this run of the request: an interrupted run must not touch the claim of the run that took over. */
  readonly holder: string
}

export type KeyClaim = HeldKey & { readonly requestHash: string; readonly leaseSeconds: number }

/** The state of a key that could not be claimed. */
export type TakenKey<Response> =
  | { readonly kind: 'completed'; readonly response: Response }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }

/** What may happen to a claim. */
export type HeldKeys = {
  /** Renews a claim until the returned function is called or the process dies. */
  readonly keepAlive: (held: HeldKey) => () => void
  /** Ends a run whose response is unknown or not final, and is not kept: the next repeat may claim the key at once. */
  readonly endRun: (held: HeldKey) => Promise<void>
  /** Removes the claim of a refused request: the key may be used again. */
  readonly release: (held: HeldKey) => Promise<void>
}

/** `Claim` is what a run states, `Claimed` what it gets with the key. */
export type ResponseKeys<Claim extends KeyClaim, Claimed, Response> = HeldKeys & {
  /** Claims the key, or returns its state. An incomplete claim that was not renewed for `leaseSeconds` is taken over. */
  readonly claim: (
    claim: Claim,
  ) => Promise<({ readonly kind: 'claimed' } & Claimed) | TakenKey<Response>>
  readonly save: (held: HeldKey, response: Response) => Promise<void>
}

/** Id of the object that the request creates. A run that takes over gets the id of the interrupted run, and so finds its object. */
export type RunId = { readonly runId: string }

/** For calls that spend. Responses are plain JSON. */
export type SpendKeys = ResponseKeys<KeyClaim & RunId, RunId, unknown>
