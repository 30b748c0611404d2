// The trace to which the current work belongs. Only work for a caller who sent one has a trace.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { continueTrace, type Trace, traceparentOf } from '../../domain/base/trace.ts'
import { withLogFacts } from './log.ts'

const current = new AsyncLocalStorage<Trace>()

/** Runs `work` within the trace, however deep its calls go. */
export const withTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** The `traceparent` of a call or job that continues the present trace; null outside of one. */
export function currentTraceparent(): string | null {
  const trace = current.getStore()
  return trace === undefined ? null : traceparentOf(trace)
}

/** The header of an outgoing call; none outside of a trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent()
  return traceparent === null ? {} : { traceparent }
}

/** Runs a job, or a slice for another process, within the trace of the request that caused it; its log lines carry the ids. */
export function withTraceOfJob<T>(traceparent: string | null, work: () => T): T {
  const trace =
    traceparent === null ? null : continueTrace(traceparent, randomBytes(8).toString('hex'))
  if (trace === null) return work()
  const { traceId, spanId } = trace
  return withTrace(trace, () => withLogFacts({ traceId, spanId }, work))
}

/** fetch that continues the present trace. */
export const tracedFetch: typeof fetch = Object.assign(
  (input: string | URL | Request, init?: RequestInit) => {
    const traceparent = currentTraceparent()
    if (traceparent === null) return fetch(input, init)
    // As fetch does: headers of `init` replace those of a Request.
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
    headers.set('traceparent', traceparent)
    return fetch(input, { ...init, headers })
  },
  { preconnect: fetch.preconnect },
)
