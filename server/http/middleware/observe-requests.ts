// Counts every request, assigns it an id and logs one line with method, path, status and duration, but never headers,
// bodies or query strings. Successful requests to the quiet paths below are not logged. Every response has the id in
// x-request-id, except a plain 200 on a hot path, which has no log line to find: setting the header costs a tenth of a
// price estimate.
import { randomBytes, randomUUID } from 'node:crypto'
import { continueTrace, type Trace } from '../../domain/base/metrics/trace.ts'
import { pathOf } from '../requests/paths.ts'
import { isHot } from './hot-paths.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** The caller's trace and this request's span. Empty if the request does not belong to a trace. */
type TraceFacts = { readonly traceId?: string; readonly spanId?: string }

export type RequestFacts = TraceFacts & {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
}

export type RequestLog = {
  readonly access: (facts: RequestFacts) => void
  /** Runs `work` so that every line logged inside it includes the facts. */
  readonly withFacts: <T>(facts: TraceFacts & { readonly requestId: string }, work: () => T) => T
}

export type RequestObservers = {
  readonly log?: RequestLog
  readonly count?: (request: Request, status: number, ms: number) => void
  /** Records a request by an account's program. Returns whether it was one. */
  readonly noteOwn?: (
    request: Request,
    response: Response,
    facts: Pick<RequestFacts, 'requestId' | 'ms'>,
  ) => boolean
  /** Runs `work` so that calls and jobs inside it continue the trace. */
  readonly withTrace?: <T>(trace: Trace, work: () => T) => T
}

/** Callers may send an id so that the logs of both sides can be matched. */
const acceptableId = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Paths that serve tens of thousands of requests per second: a log line costs a fifteenth of a price estimate (measured
 * 2026-11-21). The agent endpoint logs its notable events.
 */
const quietPaths: ReadonlySet<string> = new Set(['/api/price', '/healthz', '/readyz', '/api/mcp'])

/** Ids consist of a random word per process and a counter: unique without a random number for each request. */
const processWord = randomUUID().slice(0, 13)
let lastId = 0

const idOf = (request: Request): string => {
  const id = request.headers.get('x-request-id')
  if (id !== null && acceptableId.test(id)) return id
  return `${processWord}-${(lastId++).toString(36)}`
}

export function observeRequests(
  handle: Handler,
  { log, count, noteOwn, withTrace }: RequestObservers,
): Handler {
  return (request) => {
    const startedAt = performance.now()
    const requestId = idOf(request)
    const trace = traceOf(request)
    const facts = trace === null ? null : { traceId: trace.traceId, spanId: trace.spanId }
    const finish = (response: Response): Response => {
      const { status } = response
      const ms = performance.now() - startedAt
      count?.(request, status, ms)
      const path = pathOf(request.url)
      const isOwn = noteOwn?.(request, response, { requestId, ms }) ?? false
      if (isOwn || status !== 200 || !isHot(request.method, path)) {
        response.headers.set('x-request-id', requestId)
      }
      if (log === undefined || (status === 200 && quietPaths.has(path))) return response
      const roundedMs = Math.round(ms * 100) / 100
      const { method } = request
      log.access({ requestId, method, path, status, ms: roundedMs, ...facts })
      return response
    }
    const traced =
      trace === null || withTrace === undefined
        ? () => handle(request)
        : () => withTrace(trace, () => handle(request))
    const responding = log === undefined ? traced() : log.withFacts({ requestId, ...facts }, traced)
    return responding instanceof Response ? finish(responding) : responding.then(finish)
  }
}

/** Returns the caller's trace, which this request continues. */
function traceOf({ headers }: Request): Trace | null {
  const parent = headers.get('traceparent')
  return parent === null ? null : continueTrace(parent, randomBytes(8).toString('hex'))
}
