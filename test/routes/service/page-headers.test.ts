// The security headers of every page, form and page file, by the list of mounted routes.
import { describe, expect, test } from 'bun:test'
import { useAccountApp } from '../../../testing/people/account-app.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService({ env: { OPERATOR_EMAILS: OPERATOR_EMAIL } })
const production = useAccountApp({ decorate: (deps) => ({ ...deps, production: true }) })

const operator = use(async () => {
  const { code } = await placed(submit(service, await service.account()))
  const cookie = await service.signIn(OPERATOR_EMAIL)
  return { code, cookie }
})

/** Whether the page runs the geometry core; only these pages do. */
const runsCore = (path: string) => path === '/quote' || path.startsWith('/assets/web/')

const directivesOf = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )

/** The sample email has the inline styles of emails, each allowed by its hash, and no form. */
const isSampleMail = (path: string) => path === '/operator/shop/mail'
const isHash = (source: string) => /^'(?:unsafe-hashes|sha256-[A-Za-z0-9+/]{43}=)'$/.test(source)

/** Returns the faults in the headers of a response; empty when there are none. */
function problemsOf(path: string, { headers }: Response): readonly string[] {
  const problems: string[] = []
  const policy = directivesOf(headers.get('content-security-policy') ?? '')
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html')
  const allowed = runsCore(path) ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'"]
  const scripts = policy.get('script-src') ?? []
  if (policy.get('default-src')?.join() !== "'none'") problems.push('default-src')
  if (policy.get('frame-ancestors')?.join() !== "'none'") problems.push('frame-ancestors')
  if (scripts.some((source) => !allowed.includes(source))) problems.push('script-src')
  const styles = policy.get('style-src') ?? []
  const hasOwnStyles = isSampleMail(path) ? styles.every(isHash) : styles.join() === "'self'"
  if (isPage && !hasOwnStyles) problems.push('style-src')
  if (isPage && policy.get('base-uri')?.join() !== "'none'") problems.push('base-uri')
  const target = isSampleMail(path) ? "'none'" : "'self'"
  if (isPage && !policy.get('form-action')?.includes(target)) problems.push('form-action')
  if (headers.get('x-content-type-options') !== 'nosniff') problems.push('nosniff')
  // A permalink's redirect has the stricter policy.
  const referrer = headers.get('referrer-policy')
  if (referrer !== 'same-origin' && referrer !== 'no-referrer') problems.push('referrer-policy')
  return problems
}

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Returns the problems of all routes of the method, by path. */
async function problemsOfAll(
  method: string,
  { send, code, init }: { send: Send; code: string; init: RequestInit },
): Promise<Readonly<Record<string, readonly string[]>>> {
  const routes = service.app.routes.filter((route) => route.page && route.method === method)
  expect(routes.length).toBeGreaterThan(30)
  const found: Record<string, readonly string[]> = {}
  for (const { path } of routes) {
    const address = path.replace(':code', code).replace(':name', '1.png').replace('*', 'x')
    const response = await send(address.replaceAll(/:\w+/g, '1'), { ...init, method })
    await response.body?.cancel()
    const problems = problemsOf(path, response)
    if (problems.length > 0) found[path] = problems
  }
  return found
}

const html = { accept: 'text/html' }

describe('every page route', () => {
  verifies('http.page-headers', async () => {
    const { code, cookie } = operator
    const init = { headers: { ...html, cookie } }
    const send: Send = (path, request) => service.fetch(path, request)
    expect(await problemsOfAll('GET', { send, code, init })).toEqual({})
    expect(await problemsOfAll('POST', { send, code, init: { headers: html } })).toEqual({})
  })

  test('detects a page that allows inline scripts, or that lacks a header', () => {
    const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'"
    const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
    expect(problemsOf('/', new Response('', { headers }))).toEqual([
      'frame-ancestors',
      'script-src',
      'style-src',
      'base-uri',
      'form-action',
      'nosniff',
      'referrer-policy',
    ])
  })
})

test('in production every page route is reached over https only', async () => {
  const without: string[] = []
  for (const { method, path } of service.app.routes.filter(({ page }) => page)) {
    if (method !== 'GET') continue
    const response = await production.send(path.replace('*', 'x'), { headers: html })
    await response.body?.cancel()
    if (response.headers.get('strict-transport-security') !== 'max-age=31536000') without.push(path)
  }
  expect(without).toEqual([])
})
