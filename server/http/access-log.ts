// Gives every request an id and one log line: who answered what, how fast. Never headers, bodies or query strings.
import { randomUUID } from 'node:crypto'
import type { Log } from '../domain/ports.ts'

type Handler = (request: Request) => Response | Promise<Response>

/** A caller may send its own id, so that both sides' logs can be matched. */
const acceptableId = /^[A-Za-z0-9._-]{8,64}$/

/** Runs `work` so that every line logged inside it carries the facts. */
type WithFacts = <T>(facts: Readonly<Record<string, unknown>>, work: () => T) => T

export function withAccessLog(handle: Handler, log: Log, withFacts: WithFacts): Handler {
  return async (request) => {
    const startedAt = performance.now()
    const sent = request.headers.get('x-request-id')
    const requestId = sent !== null && acceptableId.test(sent) ? sent : randomUUID()
    const response = await withFacts({ requestId }, () => handle(request))
    response.headers.set('x-request-id', requestId)
    log.info('request', {
      requestId,
      method: request.method,
      path: pathOf(request.url),
      status: response.status,
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
    })
    return response
  }
}

/** The path of an absolute URL without its query, without parsing the rest. */
function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}
