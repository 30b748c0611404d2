// What every route receives: the product's dependencies, and the facts about a request that only the process knows.
import type { AccountCaller, Credential } from '../../domain/base/caller.ts'
import type { HttpDeps } from './deps.ts'

/**
 * `pending_session`: a session whose second factor is set up and was not given in it. Only routes that ask for the factor accept one;
 * everywhere else such a session counts as no session.
 */
export type AcceptedCredential = Credential | 'pending_session'

/** Resolves the request's credential; null when none of the accepted kinds is present and valid. */
export type Authenticate = (
  request: Request,
  accepts: readonly AcceptedCredential[],
) => Promise<AccountCaller | null>

export type HttpContext = {
  readonly deps: HttpDeps
  readonly authenticate: Authenticate
  /** The address that the request came from, if known. */
  readonly clientAddress: (request: Request) => string
  /**
   * The turn of a request that was begun without one, such as a price (`admission.ts`): null = at once, false = refused. Routes other than
   * direct ones have had theirs.
   */
  readonly takeTurn?: (request: Request) => Promise<boolean> | null
  /** Keeps the connection open for a request that takes minutes; only the process that listens can. */
  readonly keepOpen?: (request: Request) => void
}
