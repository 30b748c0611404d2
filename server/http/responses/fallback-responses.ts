// Responses without a route: not found, or an unexpected error. JSON for programs, a page for users.
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { errorCodeHeader } from '../../domain/errors/catalog.ts'
import { brokenSentence } from '../../domain/errors/sentences.ts'
import { brokenPage, notFoundPage, unavailablePage } from '../../pages/base/not-found.tsx'
import { pathOf } from '../requests/paths.ts'
import { refusedWith } from './error-code.ts'
import { type Outage, outageOf } from './outage.ts'

export function notFound(request: Request): Response | Promise<Response> {
  return wantsPage(request) ? notFoundPage() : refusedWith('not_found', 404, 'Not found')
}

export function internalError(request: Request, error: unknown): Response | Promise<Response> {
  const outage = outageOf(request, error)
  if (outage !== null) return outageResponse(request, outage)
  return wantsPage(request) ? brokenPage() : refusedWith('internal_error', 500, brokenSentence)
}

export const overloadedSentence =
  'The service has too many requests to answer. Try again in a few seconds.'

/** Returns the response to an unverified request while too many of them wait. */
export const tooManyWait = (request: Request): Response | Promise<Response> =>
  outageResponse(request, {
    code: 'overloaded',
    sentence: overloadedSentence,
    retryAfterSeconds: retryHintSeconds.busy,
  })

export const pricesUnreadSentence =
  'The service cannot read its prices at the moment. Nothing was charged; try again shortly.'

/** Returns the response to a priced request while the current terms cannot be read. The request was not started. */
export const pricesUnread = (request: Request): Response | Promise<Response> =>
  outageResponse(request, {
    code: pathOf(request.url) === '/api/print/orders' ? 'database_away_unstarted' : 'database_away',
    sentence: pricesUnreadSentence,
    retryAfterSeconds: retryHintSeconds.busy,
  })

function outageResponse(
  request: Request,
  { code, sentence, retryAfterSeconds }: Outage,
): Response | Promise<Response> {
  const headers = new Headers({ [errorCodeHeader]: code })
  if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds))
  return wantsPage(request)
    ? unavailablePage(sentence, headers)
    : Response.json({ error: sentence }, { status: 503, headers })
}

/** Whether the client wants HTML. Browsers that open an address ask for it; nothing under /api is a page. */
function wantsPage(request: Request): boolean {
  const accepts = request.headers.get('accept') ?? ''
  return accepts.includes('text/html') && !/^\w+:\/\/[^/]+\/api\//.test(request.url)
}

/**
 * Maximum address length in characters, above every valid address with its query. Longer addresses are refused before
 * they are read.
 */
const maxAddressLength = 8_192

/** Returns a 414 for an address that is too long, otherwise null. */
export function refuseLongAddress({ url }: Request): Response | null {
  if (url.length <= maxAddressLength) return null
  const error = `The address is too long: at most ${maxAddressLength} characters with its query.`
  return refusedWith('address_too_long', 414, error)
}

/**
 * Whether the path can be decoded. Returns false for a broken escape (%ZZ, %FF) or an escaped unpaired surrogate: such
 * a path names nothing, and Elysia would pass it to a route as null. Also returns false for NUL (%00) in a desk path,
 * which no name contains and Postgres refuses. Other routes respond with not found.
 */
export function isReadablePath(url: string): boolean {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!path.includes('%')) return true
  try {
    return !decodeURIComponent(path).includes('\0') || !pathOf(url).startsWith('/operator/')
  } catch {
    // The function throws only for broken escapes.
    return false
  }
}
