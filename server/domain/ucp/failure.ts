// Failures of checkout sessions.

export type UcpFailure =
  /** The UCP-Agent header is missing or has no profile. */
  | { readonly kind: 'ucp_agent_invalid' }
  /** The UCP-Agent header states an unsupported version of the protocol. */
  | { readonly kind: 'ucp_version_unsupported' }
  | { readonly kind: 'checkout_session_not_found' }
  | { readonly kind: 'checkout_session_cancelled' }
  /** The client address has `maxOpenSessions` open sessions. */
  | { readonly kind: 'checkout_sessions_full' }
  /** Another request is adding the session's parts to a basket. */
  | { readonly kind: 'checkout_hand_over_running' }
  | { readonly kind: 'checkout_item_unknown' }
  /** The quantity of an item has a unit other than pieces. */
  | { readonly kind: 'checkout_unit_unknown' }

/** `index`: the position of the item in the request, starting at 0. */
export type ItemRefusal<F> = { readonly index: number; readonly failure: F }

/** Why items cannot be bought. */
export type ItemsRefused<F> = {
  readonly kind: 'items_refused'
  readonly refusals: readonly ItemRefusal<F>[]
}
