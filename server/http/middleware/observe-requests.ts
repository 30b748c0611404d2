// Counts every request, and gives it an id and one log line with method, path, status and time; never headers, bodies or query
// strings. Successful requests to the quiet paths below get no line. A response other than a plain 200 carries the id as x-request-id;
// setting it costs a tenth of a price estimate.
import { randomUUID } from 'node:crypto'
import { pathOf } from '../requests/paths.ts'

type Handler = (request: Request) => Response | Promise<Response>

export type RequestFacts = {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
}

export type RequestLog = {
  readonly access: (facts: RequestFacts) => void
  /** Runs `work` so that every line logged inside it carries the facts. */
  readonly withFacts: <T>(facts: { readonly requestId: string }, work: () => T) => T
}

export type RequestObservers = {
  readonly log?: RequestLog
  readonly count?: (request: Request, status: number, ms: number) => void
}

/** A caller may send its own id, so that the logs of both sides can be matched. */
const acceptableId = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Paths that serve tens of thousands of requests a second: a line costs a fifteenth of a price estimate (measured 2026-11-21). The
 * agent endpoint logs what is worth a line itself.
 */
const quietPaths: ReadonlySet<string> = new Set(['/api/price', '/healthz', '/readyz', '/api/mcp'])

/** Ids are a random word of this process and a counter: unique without a random number for each request. */
const processWord = randomUUID().slice(0, 13)
let lastId = 0

const idOf = (request: Request): string => {
  const sent = request.headers.get('x-request-id')
  if (sent !== null && acceptableId.test(sent)) return sent
  return `${processWord}-${(lastId++).toString(36)}`
}

export function observeRequests(handle: Handler, { log, count }: RequestObservers): Handler {
  return (request) => {
    const startedAt = performance.now()
    const logged = log === undefined ? null : { log, requestId: idOf(request) }
    const finish = (response: Response): Response => {
      const { status } = response
      const ms = performance.now() - startedAt
      count?.(request, status, ms)
      if (logged === null) return response
      const { requestId } = logged
      if (status !== 200) response.headers.set('x-request-id', requestId)
      const path = pathOf(request.url)
      if (status === 200 && quietPaths.has(path)) return response
      const roundedMs = Math.round(ms * 100) / 100
      logged.log.access({ requestId, method: request.method, path, status, ms: roundedMs })
      return response
    }
    const responding =
      logged === null
        ? handle(request)
        : logged.log.withFacts({ requestId: logged.requestId }, () => handle(request))
    return responding instanceof Response ? finish(responding) : responding.then(finish)
  }
}
