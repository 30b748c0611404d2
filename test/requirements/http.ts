// Requirements that hold for every request. Data only.
import { requirements } from './row.ts'

export const http = [
  ...requirements('server/http/README.md', {
    'http.plain-refusals':
      'no refusal of a JSON body has words of the library that checks it: wrong types of every field of every endpoint',
    'http.uploads-bounded':
      'uploads under way are bounded for each account: one beyond is 503 with Retry-After, and other accounts are served',
    'http.method-not-allowed':
      'a wrong method on a known path is 405 with Allow and the one error envelope',
    'http.options': 'OPTIONS of a known path is 204 with Allow',
    'http.cross-origin':
      'pages of other origins may call endpoints that accept a key, estimates and checks, but none that require a session; no response allows credentials',
    'http.origin-policies':
      'every response has Cross-Origin-Opener-Policy: same-origin, and Cross-Origin-Resource-Policy: cross-origin where pages of every origin may read it, otherwise same-origin',
    'http.session-token-hidden':
      'no script of a page reads the token of a session from get-session: it is in a cookie that is HttpOnly alone',
    'http.security-txt':
      '/.well-known/security.txt names a contact, its own address and an expiry in the future (RFC 9116)',
    'http.robots-txt':
      '/robots.txt keeps crawlers out of endpoints and of pages of accounts, and lets them read the documentation (RFC 9309)',
    'http.api-catalog':
      '/.well-known/api-catalog is a linkset whose every link is served with the type that it names (RFC 9727)',
    'http.rate-limit':
      'a response of a limited endpoint has RateLimit and RateLimit-Policy of its row in the table of limits, also when it is refused',
    'http.conditional':
      'a read of an order or a job has an ETag, and If-None-Match with it is 304 without a body until something changes',
    'http.request-id': 'every response has X-Request-Id, that of the request where it is usable',
    'http.traceparent':
      'a valid traceparent is logged and continued by calls of vendors and by queued jobs; an invalid one is treated as absent',
    'http.deprecation':
      'a deprecated route is marked with Deprecation, Sunset and Link, in responses and in the document',
    'http.document-names':
      'schemas of the document have names, no object with fields occurs twice, and operation ids do not change',
    'http.document-responses':
      'a response that the document does not describe by status, type, body and headers fails the test that gets it',
    'http.head': 'HEAD of a path that serves GET returns its status and headers without a body',
    'http.nosniff': 'every response has x-content-type-options: nosniff',
    'http.no-store': 'a response with secrets or personal data is cache-control: no-store',
    'http.page-headers':
      'every page, form and file of a page has a policy without inline scripts and eval, without frames, nosniff and a referrer policy',
    'http.hsts': 'in production responses carry strict-transport-security',
    'http.compression':
      'large text is compressed with br or gzip by Accept-Encoding, with Vary, and is the same text',
    'http.database-away':
      'while the database is away requests are 503 with Retry-After and a sentence, and serve again when it is back',
    'http.body-timeout':
      'a body of words that does not arrive in 25 s is 408, and its connection is closed',
    'http.cross-site': 'a cookie with a POST from another site is ignored',
  }),
]
