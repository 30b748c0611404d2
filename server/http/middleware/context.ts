// What every route gets: the product's dependencies and the one way to find out who is asking.
import type { AccountCaller, Credential } from '../../domain/base/caller.ts'
import type { HttpDeps } from './deps.ts'

/** Resolves the request's credential; null when none of the accepted kinds is present and valid. */
export type Authenticate = (
  request: Request,
  accepts: readonly Credential[],
) => Promise<AccountCaller | null>

export type HttpContext = {
  readonly deps: HttpDeps
  readonly authenticate: Authenticate
  /** Keeps the connection of a request open that is answered minutes later; only the process that listens can. */
  readonly keepOpen?: (request: Request) => void
}
