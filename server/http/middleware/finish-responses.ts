// Filters for every response: security, cross-origin and cache headers, and compression. HEAD needs no handling here:
// the router runs the GET route and drops the body.

import { daySeconds } from '../../domain/base/time/day.ts'
import { serviceVersion } from '../../domain/base/version.ts'
import { agentPath, pathOf } from '../requests/paths.ts'
import { completeCode } from '../responses/error-code.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { compressIfLarge } from './encodings.ts'
import { isHot } from './hot-paths.ts'

type Handle = (request: Request) => Response | Promise<Response>

export type FinishOptions = {
  /** Which responses pages of other origins may read. */
  readonly crossOrigin: Pick<CrossOrigin, 'mark'>
  /** In production the service is reachable only over https, so HSTS is safe. */
  readonly production: boolean
}

const year = 365 * daySeconds
/** Our clients, which tell their users when their version is not that of the service. */
const ownClients = /^svc-(cli|client-python|client-typescript)\//

export function finishResponses(
  handle: Handle,
  { production, crossOrigin }: FinishOptions,
): Handle {
  const finish = (
    request: Request,
    path: string,
    response: Response,
  ): Response | Promise<Response> => {
    const { headers } = response
    headers.set('x-content-type-options', 'nosniff')
    completeCode(response.status, headers)
    if (ownClients.test(request.headers.get('user-agent') ?? '')) {
      headers.set('x-service-version', serviceVersion)
    }
    crossOrigin.mark(path, headers)
    // Pages of other origins may embed only what any origin may read anyway. CORS governs what a specific origin may
    // read, and this policy does not affect it.
    const isOpen = headers.get('access-control-allow-origin') === '*'
    setDefault(headers, 'cross-origin-resource-policy', isOpen ? 'cross-origin' : 'same-origin')
    // Isolates windows: a window that another site opened, or that this page opened on another site, keeps no reference
    // to the page.
    setDefault(headers, 'cross-origin-opener-policy', 'same-origin')
    if (production) headers.set('strict-transport-security', `max-age=${year}`)
    // Not no-referrer, which makes browsers send `Origin: null` with the service's forms.
    setDefault(headers, 'referrer-policy', 'same-origin')
    // Pages and workers set their policies. Browsers may not run or frame anything else.
    setDefault(headers, 'content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    // Most responses under /api contain data of one account. A cacheable response sets the header itself.
    if (path.startsWith('/api/')) setDefault(headers, 'cache-control', 'no-store')
    return mayCompress(request, path, response) ? compressIfLarge(request, response) : response
  }
  return (request) => {
    const path = pathOf(request.url)
    const responding = handle(request)
    if (isHot(request.method, path)) return responding
    return responding instanceof Response
      ? finish(request, path, responding)
      : responding.then((response) => finish(request, path, response))
  }
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value)
}

/**
 * Whether the response may be compressed. Responses to other methods are small and may contain a new key. The agent
 * endpoint marks its large responses with a Content-Length.
 */
const mayCompress = ({ method }: Request, path: string, { headers }: Response) =>
  method === 'GET' || (path === agentPath && headers.has('content-length'))
