// Where signing in leads: back to the page that required it. Only pages of this service, so that no link sends people elsewhere.

const longest = 1000
/** Printable ASCII behind one slash. Browsers read a backslash as a slash, so neither may follow. */
const pathForm = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
const anyOrigin = 'http://localhost'

/** A path with its query that is a page of this service; '' for anything else. */
export function readNext(target: string | undefined): string {
  if (target === undefined || target.length > longest || !pathForm.test(target)) return ''
  if (!URL.canParse(target, anyOrigin)) return ''
  // A browser would follow "/.//evil.example" and "/a/../b" to other places than they seem to name.
  const { origin, pathname, search } = new URL(target, anyOrigin)
  if (origin !== anyOrigin || pathname + search !== target) return ''
  return pathname.startsWith('/api/') ? '' : target
}

/** The sign-in page that leads back to `next`. */
export function signInPath(next: string): string {
  return next === '' ? '/account' : `/account?next=${encodeURIComponent(next)}`
}

/** The page of the second factor that leads back to `next`. */
export function secondFactorPath(next: string): string {
  const path = '/account/second-factor'
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** The sign-in page that leads back to where the request was made. */
export function signInFor(request: Request, deps: { readonly baseUrl: string }): string {
  return signInPath(nextFor(request, deps))
}

/**
 * Where signing in leads back to: the address of the request, or for a form the page of ours that the form is on, because
 * following a link does not send a form again. '' for none.
 */
export function nextFor(request: Request, { baseUrl }: { readonly baseUrl: string }): string {
  const follows = request.method === 'GET' || request.method === 'HEAD'
  const from = follows ? request.url : (request.headers.get('referer') ?? '')
  if (!URL.canParse(from)) return ''
  const { origin, pathname, search } = new URL(from)
  const ours = follows || origin === new URL(baseUrl).origin
  return ours ? readNext(pathname + search) : ''
}
