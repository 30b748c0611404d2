// Identifies the caller by API key, extension token or website session, whichever the endpoint accepts.

import { hashSecret, recognizeSecret, type SecretKind } from '../../domain/accounts/secrets.ts'
import type { AccountCaller, Credential } from '../../domain/base/caller.ts'
import { pathOf } from '../requests/paths.ts'
import { bearerOf } from './bearer.ts'
import type { AcceptedCredential, Authenticate } from './context.ts'
import type { HttpDeps } from './deps.ts'

/**
 * Creates the function that identifies the caller of a request.
 * If the request has a secret of an accepted kind, only that secret is checked. If it is invalid, there is no caller,
 * even with a valid session cookie.
 * A secret of a kind that the endpoint does not accept is ignored. However, the cookie is also ignored in a request to
 * the API with an unaccepted Authorization or a malformed x-api-key, because the caller intended another credential. On
 * pages, such a header may belong to a proxy. `Basic` may come from a proxy anywhere, because browsers send it with the
 * requests of a page as well, and the service has no such credential.
 * Sign-in opens no session before the second factor. A session may still lack the factor in two cases: the session was
 * opened while the factor was being confirmed, or the process stopped after the confirmation before it closed the
 * session.
 */
export function createAuthenticator(
  deps: Pick<HttpDeps, 'accounts' | 'sessions' | 'baseUrl'>,
): Authenticate {
  const origin = new URL(deps.baseUrl).origin
  return async (request, accepts) => {
    const presented = secretsOf(request).find(({ kind }) => accepts.includes(kind))
    if (presented !== undefined) return findCaller(deps, presented)
    if (!accepts.includes('session') || !isSameOrigin(request, origin)) return null
    if (isApi(request) && meansAnotherCredential(request)) return null
    const caller = await deps.sessions.read(request.headers)
    return caller?.secondFactor !== 'pending' || accepts.includes('pending_session') ? caller : null
  }
}

/** Returns the account of a key or token in the request whose kind the endpoint does not accept, or null. */
export async function findOwner(
  deps: Pick<HttpDeps, 'accounts'>,
  request: Request,
  lookedFor: readonly AcceptedCredential[],
): Promise<AccountCaller | null> {
  const presented = secretsOf(request).find(({ kind }) => !lookedFor.includes(kind))
  return presented === undefined ? null : await findCaller(deps, presented)
}

const isApi = ({ url }: Request) => pathOf(url).startsWith('/api/')

function meansAnotherCredential({ headers }: Request): boolean {
  const authorization = headers.get('authorization')
  if (authorization !== null && !/^basic(?: |$)/i.test(authorization)) return true
  const key = headers.get('x-api-key')?.trim() ?? null
  return key !== null && recognizeSecret(key) === null
}

type PresentedSecret = { readonly kind: SecretKind & Credential; readonly value: string }

/**
 * Returns the well-formed secrets of the request, Authorization first. Malformed ones are dropped before a database
 * query.
 */
function secretsOf(request: Request): readonly PresentedSecret[] {
  const values = [bearerOf(request), request.headers.get('x-api-key')?.trim() ?? null]
  return values.flatMap((value) => {
    const kind = value === null ? null : recognizeSecret(value)
    return value === null || kind === null ? [] : [{ kind, value }]
  })
}

async function findCaller(
  deps: Pick<HttpDeps, 'accounts'>,
  { kind, value }: PresentedSecret,
): Promise<AccountCaller | null> {
  const hash = await hashSecret(value)
  return await (kind === 'api_key'
    ? deps.accounts.findByApiKeyHash(hash)
    : deps.accounts.findByExtensionTokenHash(hash))
}

/**
 * Whether the request comes from the service's origin. Browsers name the sending page in Origin. A cookie in another
 * site's request was sent without its owner's intent. Programs and plain navigation send no Origin.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const header = request.headers.get('origin')
  return (header === null || header === origin) && !isCrossSitePost(request)
}

/**
 * Whether Sec-Fetch-Site marks a cross-site POST, in case Origin was removed in transit. Reads are not affected:
 * following a link in an email is a cross-site request as well.
 */
export const isCrossSitePost = ({ method, headers }: Request): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers.get('sec-fetch-site') === 'cross-site'
