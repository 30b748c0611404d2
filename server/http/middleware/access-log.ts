// Gives every request an id and one log line (but for the quiet ones below): who answered what, how fast. Never headers, bodies or query strings.
// An answer other than a plain 200 carries the id as x-request-id; setting it costs a tenth of a price estimate.
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

/** A caller may send its own id, so that both sides' logs can be matched. */
const acceptableId = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Answers that come by the ten thousand a second and tell nobody anything: their plain 200s get no line. It is a fifteenth
 * of what an estimate costs (measured 2026-11-21). The agent endpoint has lines of its own for what is worth one.
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
    const answer = withFacts({ requestId }, () => handle(request))
    return answer instanceof Response ? finish(answer) : answer.then(finish)
  }
}
