// CORS: pages of any origin may call routes that take a key, because a browser never adds a key automatically. No
// response allows credentials, and the session cookie is accepted only with the service's origin (authenticate.ts), so
// a foreign page cannot act for a signed-in user.
import { daySeconds } from '../../domain/base/time/day.ts'
import { createMethodsOf } from './methods.ts'
import { pathPattern } from './path-pattern.ts'
import type { Route } from './route.ts'

export type CrossOrigin = {
  /** Adds the headers to a response of a path that pages of other origins may call. */
  readonly mark: (path: string, headers: Headers) => void
  /** Returns the response to a preflight request, or null for other requests and for paths that are not open. */
  readonly preflight: (request: Request, path: string) => Response | null
}

/** Response headers that a page may read in addition to those that browsers always expose. */
const exposed = [
  'deprecation',
  'etag',
  'idempotent-replayed',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'x-error-code',
  'x-request-id',
].join(', ')

/** Request headers that a page may send in addition to those that browsers always allow. */
const accepted = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'traceparent',
  'x-api-key',
  'x-request-id',
].join(', ')

/** Browsers cap the value: Chromium at two hours, Firefox at a day. */
const preflightSeconds = daySeconds

export function createCrossOrigin(routes: readonly Route<never>[]): CrossOrigin {
  const open = routes.filter(isOpen)
  const plain = new Set(open.map(({ path }) => path))
  const methodsOf = createMethodsOf(open)
  const patterns = open.flatMap(({ path }) => (path.includes(':') ? [pathPattern(path)] : []))
  return {
    mark: (path, headers) => {
      if (!plain.has(path) && !patterns.some((pattern) => pattern.test(path))) return
      headers.set('access-control-allow-origin', '*')
      headers.set('access-control-expose-headers', exposed)
    },
    preflight: (request, path) => {
      const requestMethod = request.headers.get('access-control-request-method')
      if (request.method !== 'OPTIONS' || requestMethod === null) return null
      const served = methodsOf(path) ?? []
      // HEAD requests to a path that serves GET.
      if (
        !served.some(
          (method) => method === requestMethod || (method === 'GET' && requestMethod === 'HEAD'),
        )
      ) {
        return null
      }
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-methods': served.join(', '),
          'access-control-allow-headers': accepted,
          'access-control-max-age': String(preflightSeconds),
        },
      })
    },
  }
}

function isOpen({ contract, crossOrigin: isOpenPage = false }: Route<never>): boolean {
  if (contract === null) return isOpenPage
  const { credentials, crossOrigin = false } = contract
  return crossOrigin || credentials.some((kind) => kind === 'api_key' || kind === 'extension_token')
}
