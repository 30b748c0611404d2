// Context of every route: the product's dependencies, and facts about a request that only the process knows.
import type { AccountCaller, Credential } from '../../domain/base/caller.ts'
import type { AdmissionDeps, HttpDeps } from './deps.ts'

/**
 * `pending_session` is a session whose account has a second factor that was not entered yet. Only routes that ask for
 * the factor accept it. All other routes treat it as no session.
 */
export type AcceptedCredential = Credential | 'pending_session'

/** Resolves the request's credential. Returns null if none of the accepted kinds is present and valid. */
export type Authenticate = (
  request: Request,
  accepts: readonly AcceptedCredential[],
) => Promise<AccountCaller | null>

export type HttpContext = {
  readonly deps: HttpDeps
  readonly authenticate: Authenticate
  /** Client address of the request, if known. */
  readonly clientAddress: (request: Request) => string
  /**
   * Waits for the turn of a request that started without one, such as a price (`admission.ts`). null means immediately,
   * false means refused. Only direct routes need it.
   */
  readonly takeTurn?: (request: Request) => Promise<boolean> | null
  /** Keeps the connection open for a request that takes minutes. Only the listening process provides it. */
  readonly keepOpen?: (request: Request) => void
}

/** What identifies a caller and counts a request. */
export type AdmissionContext = Pick<HttpContext, 'authenticate' | 'clientAddress'> & {
  readonly deps: AdmissionDeps
}

/** Context of an area's routes: the dependencies that they use, and those that admit their callers. */
export type AreaContext<AreaDeps> = Omit<HttpContext, 'deps'> & {
  readonly deps: AreaDeps & AdmissionDeps
}
