// Ports of checkout sessions.

import type { CartDeps } from '../cart/ports.ts'
import type { SlicingDeps } from '../slicing/ports.ts'
import type { CheckoutSession, SessionContent } from './session.ts'

export type CheckoutSessions = {
  /** Returns false and writes nothing if the client has `limit` open sessions. `client`: keyed hash of its address. */
  readonly insert: (
    session: CheckoutSession,
    request: { readonly client: string; readonly limit: number },
  ) => Promise<boolean>
  /** Returns null for an expired session. */
  readonly read: (id: string) => Promise<CheckoutSession | null>
  /** Returns false for a cancelled or expired session. */
  readonly replace: (id: string, content: SessionContent) => Promise<boolean>
  /** Returns false for a cancelled or expired session. */
  readonly cancel: (id: string) => Promise<boolean>
  /**
   * 'begun': other requests are refused until `endHandOver`, or for some minutes. 'running': another request has
   * begun. 'repeated': another request finished in the last seconds. 'closed': the session is cancelled or expired.
   */
  readonly beginHandOver: (id: string) => Promise<'begun' | 'running' | 'repeated' | 'closed'>
  /** `isHandedOver`: whether its parts were added to a basket, by this or an earlier request. */
  readonly endHandOver: (
    id: string,
    outcome: { readonly isAdded: boolean; readonly isHandedOver: boolean },
  ) => Promise<void>
}

/** A response stored under a platform's Idempotency-Key. */
export type CheckoutReply = { readonly status: number; readonly body: string }

/** `endsAt`: when the session in the reply expires. The reply is not kept longer. */
export type KeptReply = CheckoutReply & { readonly endsAt: Date | null }

/** `client`: keyed hash of the client address; `key`: hash of the method, the path and the key. */
export type ReplyKey = { readonly client: string; readonly key: string }

export type CheckoutReplies = {
  readonly claim: (
    key: ReplyKey,
    requestHash: string,
  ) => Promise<
    | { readonly kind: 'claimed' }
    | { readonly kind: 'completed'; readonly reply: CheckoutReply }
    | { readonly kind: 'other_request' }
    | { readonly kind: 'running' }
  >
  readonly save: (key: ReplyKey, reply: KeptReply) => Promise<void>
  /** Releases the key of a request that made nothing, so that it can be used again. */
  readonly release: (key: ReplyKey) => Promise<void>
}

export type UcpDeps = CartDeps &
  Pick<SlicingDeps, 'meshes' | 'temporaryFiles'> & {
    readonly checkoutSessions: CheckoutSessions
    readonly checkoutReplies: CheckoutReplies
  }
