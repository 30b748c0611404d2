// The trace of the current work. Only work for a caller who sent a trace has one.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { continueTrace, type Trace, traceparentOf } from '../../domain/base/metrics/trace.ts'
import { withLogFacts } from './log.ts'

const current = new AsyncLocalStorage<Trace>()

/** Runs `work` and everything that it calls within the trace. */
export const withTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** Returns the `traceparent` of a call or job that continues the current trace, or null outside a trace. */
export function currentTraceparent(): string | null {
  const trace = current.getStore()
  return trace === undefined ? null : traceparentOf(trace)
}

/** Returns the header of an outgoing call, or none outside a trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent()
  return traceparent === null ? {} : { traceparent }
}

/** Runs a job, or a slice for another process, within the trace of the request that caused it. Its log lines contain the ids. */
export function withTraceOfJob<T>(traceparent: string | null, work: () => T): T {
  const trace =
    traceparent === null ? null : continueTrace(traceparent, randomBytes(8).toString('hex'))
  if (trace === null) return work()
  const { traceId, spanId } = trace
  return withTrace(trace, () => withLogFacts({ traceId, spanId }, work))
}

/** fetch that continues the current trace. */
export const tracedFetch: typeof fetch = Object.assign(
  (input: string | URL | Request, init?: RequestInit) => {
    const traceparent = currentTraceparent()
    if (traceparent === null) return fetch(input, init)
    // As in fetch, headers of `init` replace those of a Request.
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
    headers.set('traceparent', traceparent)
    return fetch(input, { ...init, headers })
  },
  { preconnect: fetch.preconnect },
)
