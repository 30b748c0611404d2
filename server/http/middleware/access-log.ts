// Gives every request an id and one log line with method, path, status and time; never headers, bodies or query strings. Successful
// requests to the quiet paths below get no line. A response other than a plain 200 carries the id as x-request-id; setting it costs a
// tenth of a price estimate.
import { randomUUID } from 'node:crypto'
import { pathOf } from '../requests/paths.ts'

type Handler = (request: Request) => Response | Promise<Response>

export type AccessLog = {
  readonly access: (facts: {
    requestId: string
    method: string
    path: string
    status: number
    ms: number
  }) => void
}

/** Runs `work` so that every line logged inside it carries the facts. */
type WithFacts = <T>(facts: Readonly<Record<string, unknown>>, work: () => T) => T

/** A caller may send its own id, so that the logs of both sides can be matched. */
const acceptableId = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Paths that serve tens of thousands of requests a second: a line costs a fifteenth of a price estimate (measured 2026-11-21). The
 * agent endpoint logs what is worth a line itself.
 */
const quietPaths: ReadonlySet<string> = new Set(['/api/price', '/healthz', '/readyz', '/api/mcp'])

/** Ids are a random word of this process and a counter: unique without a random number for each request. */
const processWord = randomUUID().slice(0, 13)
let count = 0

export function withAccessLog(handle: Handler, log: AccessLog, withFacts: WithFacts): Handler {
  return (request) => {
    const startedAt = performance.now()
    const sent = request.headers.get('x-request-id')
    const requestId =
      sent !== null && acceptableId.test(sent) ? sent : `${processWord}-${(count++).toString(36)}`
    const finish = (response: Response): Response => {
      if (response.status !== 200) response.headers.set('x-request-id', requestId)
      const path = pathOf(request.url)
      if (response.status === 200 && quietPaths.has(path)) return response
      const ms = Math.round((performance.now() - startedAt) * 100) / 100
      log.access({ requestId, method: request.method, path, status: response.status, ms })
      return response
    }
    const responding = withFacts({ requestId }, () => handle(request))
    return responding instanceof Response ? finish(responding) : responding.then(finish)
  }
}
