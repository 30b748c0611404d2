// Responses without a route: not found, or an unexpected error of one. JSON for programs, a page for people.
import { retryHintSeconds } from '../../domain/base/retry-hints.ts'
import { brokenPage, notFoundPage, unavailablePage } from '../../pages/base/not-found.tsx'
import { pathOf } from '../requests/paths.ts'
import { errorCodeHeader, refusedWith } from './error-code.ts'
import { type Outage, outageOf } from './outage.ts'

export function notFound(request: Request): Response | Promise<Response> {
  return wantsPage(request) ? notFoundPage() : refusedWith('not_found', 404, 'Not found')
}

export function internalError(request: Request, error: unknown): Response | Promise<Response> {
  const outage = outageOf(request, error)
  if (outage !== null) return outageResponse(request, outage)
  const sentence = 'Something broke on our side. It was logged; try again shortly.'
  return wantsPage(request) ? brokenPage() : refusedWith('internal_error', 500, sentence)
}

/** For a stranger's request while too many of them wait. */
export const tooManyWait = (request: Request): Response | Promise<Response> =>
  outageResponse(request, {
    code: 'overloaded',
    sentence: 'The service has too many requests to answer. Try again in a few seconds.',
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

/** Browsers that open an address ask for HTML; nothing under /api is a page. */
function wantsPage(request: Request): boolean {
  const accepts = request.headers.get('accept') ?? ''
  return accepts.includes('text/html') && !/^\w+:\/\/[^/]+\/api\//.test(request.url)
}

/** Longer than any address of ours with its query; a longer one is refused before anything reads it. */
const maxAddressLength = 8_192

/** 414 for an address that is too long; null otherwise. */
export function refuseLongAddress({ url }: Request): Response | null {
  if (url.length <= maxAddressLength) return null
  const error = `The address is too long: at most ${maxAddressLength} characters with its query.`
  return refusedWith('address_too_long', 414, error)
}

/**
 * False for a path with a broken escape (%ZZ, %FF): it names nothing, and Elysia would pass it to a route as null. The same applies to NUL
 * (%00) in a path of the desk, which no name contains and which Postgres refuses; other routes report what is not found. Escapes of
 * unpaired surrogates are broken ones.
 */
export function isReadablePath(url: string): boolean {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!path.includes('%')) return true
  try {
    return !decodeURIComponent(path).includes('\0') || !pathOf(url).startsWith('/operator/')
  } catch {
    // It throws for nothing else.
    return false
  }
}
