// Requirements that hold for every request. Data only.
import { requirements } from './row.ts'

export const http = [
  ...requirements('HTTP', {
    'http.uploads-bounded':
      'uploads under way are bounded for each account: one beyond is 503 with Retry-After, and other accounts are served',
    'http.method-not-allowed':
      'a wrong method on a known path is 405 with Allow and the one error envelope',
    'http.options': 'OPTIONS of a known path is 204 with Allow, and opens nothing to other origins',
    'http.head': 'HEAD of a path that serves GET answers its status and headers without a body',
    'http.nosniff': 'every response carries x-content-type-options: nosniff',
    'http.no-store': 'what carries secrets or personal data is cache-control: no-store',
    'http.page-headers':
      'every page, form and file of a page has a policy without inline scripts and eval, without frames, nosniff and a referrer policy',
    'http.hsts': 'in production responses carry strict-transport-security',
    'http.compression':
      'large text is compressed with br or gzip by Accept-Encoding, with Vary, and is the same text',
    'http.database-away':
      'while the database is away requests are 503 with Retry-After and a sentence, and serve again when it is back',
    'http.body-timeout':
      'a body of words that does not arrive in 25 s is 408, and its connection is closed',
    'http.cross-site': 'a cookie that comes with another site’s POST counts for nothing',
  }),
]
