// Redirect target after sign-in: the page that required it. Only pages of this service, so that a link cannot send
// users elsewhere.

const longest = 1000
/** Printable ASCII after a single slash. Browsers read a backslash as a slash, so neither may follow. */
const pathForm = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
const anyOrigin = 'http://localhost'

/** Returns the path and query of a page of this service, or '' for anything else. */
export function readNext(target: string | undefined): string {
  if (target === undefined || target.length > longest || !pathForm.test(target)) return ''
  if (!URL.canParse(target, anyOrigin)) return ''
  // Browsers resolve "/.//evil.example" and "/a/../b" to other addresses than the text suggests.
  const { origin, pathname, search } = new URL(target, anyOrigin)
  if (origin !== anyOrigin || pathname + search !== target) return ''
  return pathname.startsWith('/api/') ? '' : target
}

/** Returns the sign-in page that redirects to `next`. */
export function signInPath(next: string): string {
  return next === '' ? '/account' : `/account?next=${encodeURIComponent(next)}`
}

/** Returns the second-factor page that redirects to `next`. */
export function secondFactorPath(next: string): string {
  const path = '/account/second-factor'
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** Returns the sign-in page that redirects to the address of the request. */
export function signInFor(request: Request, deps: { readonly baseUrl: string }): string {
  return signInPath(nextFor(request, deps))
}

/**
 * Returns the address to redirect to after sign-in: the request's address or, for a form, the service's page that
 * contains it, because following a link does not resend a form. '' if there is none.
 */
export function nextFor(request: Request, { baseUrl }: { readonly baseUrl: string }): string {
  const follows = request.method === 'GET' || request.method === 'HEAD'
  const from = follows ? request.url : (request.headers.get('referer') ?? '')
  if (!URL.canParse(from)) return ''
  const { origin, pathname, search } = new URL(from)
  const ours = follows || origin === new URL(baseUrl).origin
  return ours ? readNext(pathname + search) : ''
}
