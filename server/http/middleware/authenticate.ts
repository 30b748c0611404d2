// Finds the caller: by API key, extension token or the website's session, whichever the endpoint accepts.

import { hashSecret, recognizeSecret, type SecretKind } from '../../domain/accounts/secrets.ts'
import type { AccountCaller, Credential } from '../../domain/base/caller.ts'
import { pathOf } from '../requests/paths.ts'
import { bearerOf } from './bearer.ts'
import type { AcceptedCredential, Authenticate } from './context.ts'
import type { HttpDeps } from './deps.ts'

/**
 * If the request has a secret of an accepted kind, only that counts: when it is not valid there is no caller, even if a valid cookie came
 * with it. A secret of a kind that the endpoint does not accept counts as absent, but a request to the API with an Authorization that is
 * not accepted, or with a malformed x-api-key, is not served by its cookie: the caller meant something else. On pages it may belong to a
 * proxy, and so may `Basic` anywhere: browsers send it with the requests of a page as well. The service knows no such credential.
 *
 * Signing in opens no session before the second factor. A session may still lack it: one that a sign-in opened while the factor was
 * being confirmed, or one that was not ended because the process stopped after the confirmation.
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

/** The account of a key or token of the request, of a kind that was not looked for; null for none. */
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

/** Well-formed secrets of the request, Authorization first. Malformed ones are dropped before a database query. */
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
 * A browser names the page that sends a request in Origin; a cookie that comes with another site's request was not meant
 * by its owner. Programs and plain navigation send no Origin.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const header = request.headers.get('origin')
  return (header === null || header === origin) && !isCrossSitePost(request)
}

/**
 * Checks the browser's Sec-Fetch-Site header, in case Origin was removed on the way. Reads are not affected: following a
 * link in a mail is a cross-site request as well.
 */
export const isCrossSitePost = ({ method, headers }: Request): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers.get('sec-fetch-site') === 'cross-site'
