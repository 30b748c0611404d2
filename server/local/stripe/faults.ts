// Injected faults of the network and of Stripe, for one or more requests. In memory only.
import * as v from 'valibot'

export const faultSchema = v.strictObject({
  /** HTTP method. Defaults to any. */
  method: v.optional(v.picklist(['GET', 'POST', 'DELETE'])),
  /** For example `/v1/payment_intents` or `/v1/checkout/sessions/*`, where `*` matches any characters. Defaults to any. */
  path: v.optional(v.string()),
  /** Only requests whose decoded query, body or Idempotency-Key contains this text, such as an order code. */
  contains: v.optional(v.string()),
  /** Number of affected requests, including the client's retries. Defaults to 1. */
  times: v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.literal('always')])),
  /**
   * Lets this many matching requests per second pass and affects the others, like Stripe's rate limit. Requests that pass are not counted
   * in `times`.
   */
  beyondPerSecond: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** before: nothing was done. after: the work is done and committed, and the response fails. */
  when: v.picklist(['before', 'after']),
  latencyMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))),
  /** `normal` (only slower), `reset` (the socket is closed without a response) or an error status. */
  outcome: v.union([
    v.picklist(['normal', 'reset']),
    v.strictObject({
      status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
      retryAfterSeconds: v.optional(v.number()),
    }),
  ]),
})
export type InjectedFault = v.InferOutput<typeof faultSchema>

export type FaultList = ReturnType<typeof createFaults>
type FaultableCall = { readonly method: string; readonly path: string; readonly text: string }

/** `nowMs`: the stand-in's clock, by which `beyondPerSecond` counts. */
export function createFaults(nowMs: () => number) {
  const armed: { fault: InjectedFault; left: number; hits: () => boolean }[] = []
  return {
    add: (fault: InjectedFault): void => {
      const left = fault.times === 'always' ? Number.POSITIVE_INFINITY : (fault.times ?? 1)
      armed.push({ fault, left, hits: hitsOf(fault, nowMs) })
    },
    clear: (): void => {
      armed.length = 0
    },
    /** Returns the first active fault for the request and counts it down by one. */
    take: (asked: FaultableCall): InjectedFault | null => {
      const entry = armed.find(
        ({ fault, left, hits }) => left > 0 && matches(fault, asked) && hits(),
      )
      if (entry === undefined) return null
      entry.left -= 1
      return entry.fault
    },
  }
}

/** Returns a function that is called once for each matching request. */
function hitsOf({ beyondPerSecond }: InjectedFault, nowMs: () => number): () => boolean {
  if (beyondPerSecond === undefined) return () => true
  const passed: number[] = []
  return () => {
    const now = nowMs()
    while (passed[0] !== undefined && passed[0] <= now - 1_000) passed.shift()
    if (passed.length >= beyondPerSecond) return true
    passed.push(now)
    return false
  }
}

function matches(fault: InjectedFault, { method, path, text }: FaultableCall): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  if (fault.contains !== undefined && !text.includes(fault.contains)) return false
  return fault.path === undefined || patternOf(fault.path).test(path)
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.split('*').map(RegExp.escape).join('.*')}$`)
