// The caller's trace that a request or a job belongs to (W3C Trace Context).

export type Trace = {
  /** 32 lowercase hexadecimal digits. */
  readonly traceId: string
  /** 16 lowercase hexadecimal digits: the request or job itself, which is the parent of its calls. */
  readonly spanId: string
  /** Whether the caller records the trace. */
  readonly isSampled: boolean
}

/** Version, trace id, parent id and flags. Versions after 00 can have more fields. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const sampledFlag = 1

/**
 * Returns the trace that a `traceparent` names, continued by `spanId`; null for an invalid header, which is treated as
 * absent.
 */
export function continueTrace(traceparent: string, spanId: string): Trace | null {
  const [, version, traceId = '', parentId = '', flags = '', more] = form.exec(traceparent) ?? []
  if (version === undefined || version === 'ff') return null
  if (version === '00' && more !== undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag }
}

/** Returns the `traceparent` header of a call that continues the trace. */
export const traceparentOf = ({ traceId, spanId, isSampled: sampled }: Trace): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
