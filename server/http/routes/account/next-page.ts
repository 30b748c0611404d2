// Where signing in leads: back to the page that asked for it. Only pages of this service, so that no link sends people away.

const longest = 1000
/** Printable ASCII behind one slash. Browsers read a backslash as a slash, so neither may follow. */
const pathForm = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/
const anyOrigin = 'http://localhost'

/** A path with its query that is a page of this service; '' for anything else. */
export function readNext(sent: string | undefined): string {
  if (sent === undefined || sent.length > longest || !pathForm.test(sent)) return ''
  if (!URL.canParse(sent, anyOrigin)) return ''
  // A browser would follow "/.//evil.example" and "/a/../b" elsewhere than they read.
  const { origin, pathname, search } = new URL(sent, anyOrigin)
  if (origin !== anyOrigin || pathname + search !== sent) return ''
  return pathname.startsWith('/api/') ? '' : sent
}

/** The sign-in page that leads back to `next`. */
export function signInPath(next: string): string {
  return next === '' ? '/account' : `/account?next=${encodeURIComponent(next)}`
}

/**
 * The sign-in page that leads back to where the request was made: to its own address, or for a form to the page of ours
 * that the form is on, because following a link does not send a form again.
 */
export function signInFor(request: Request, { baseUrl }: { readonly baseUrl: string }): string {
  const follows = request.method === 'GET' || request.method === 'HEAD'
  const from = follows ? request.url : (request.headers.get('referer') ?? '')
  if (!URL.canParse(from)) return signInPath('')
  const { origin, pathname, search } = new URL(from)
  const ours = follows || origin === new URL(baseUrl).origin
  return signInPath(ours ? readNext(pathname + search) : '')
}
