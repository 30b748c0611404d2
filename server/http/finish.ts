// What every response gets on its way out, whichever route made it: headers that keep browsers and caches from guessing, and
// compression. HEAD needs nothing here: the router runs the route of GET, and the server sends no body.
import { compressed } from './encodings.ts'
import { isHot } from './hot-paths.ts'
import { pathOf } from './paths.ts'
import { agentPath } from './routes/agent-endpoint.ts'

type Handle = (request: Request) => Response | Promise<Response>

export type FinishOptions = {
  /** Reached over https only, so browsers may be told to remember that. */
  readonly production: boolean
}

const year = 365 * 24 * 60 * 60

export function finishResponses(handle: Handle, { production }: FinishOptions): Handle {
  const finish = (
    request: Request,
    path: string,
    response: Response,
  ): Response | Promise<Response> => {
    const { headers } = response
    headers.set('x-content-type-options', 'nosniff')
    if (production) headers.set('strict-transport-security', `max-age=${year}`)
    // Orders, keys and jobs of one person; what may be kept says so itself.
    if (path.startsWith('/api/') && !headers.has('cache-control')) {
      headers.set('cache-control', 'no-store')
    }
    return mayCompress(request, path, response) ? compressed(request, response) : response
  }
  return (request) => {
    const path = pathOf(request.url)
    const answer = handle(request)
    if (isHot(request.method, path)) return answer
    return answer instanceof Response
      ? finish(request, path, answer)
      : answer.then((response) => finish(request, path, response))
  }
}

/** A response to anything but GET may hold a fresh key, and is small; the agent endpoint says which of its own is large. */
const mayCompress = ({ method }: Request, path: string, { headers }: Response) =>
  method === 'GET' || (path === agentPath && headers.has('content-length'))
