// Injected faults of the network and of Stripe, for one request or many. In memory only.
import * as v from 'valibot'

export const faultSchema = v.strictObject({
  /** HTTP method; any when left out. */
  method: v.optional(v.picklist(['GET', 'POST', 'DELETE'])),
  /** Such as `/v1/payment_intents` or `/v1/checkout/sessions/*`; `*` stands for any characters. Any when left out. */
  path: v.optional(v.string()),
  /** Only requests whose decoded query, body or Idempotency-Key holds this text, such as an order code. */
  contains: v.optional(v.string()),
  /** How many requests it affects, the client's own retries included; 1 by default. */
  times: v.optional(v.union([v.pipe(v.number(), v.integer(), v.minValue(1)), v.literal('always')])),
  /**
   * Lets this many matching requests pass in any second and affects the others, as Stripe's rate limit does; those that pass do
   * not count in `times`.
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
export type Fault = v.InferOutput<typeof faultSchema>

export type FaultList = ReturnType<typeof createFaults>
type FaultableCall = { readonly method: string; readonly path: string; readonly text: string }

export function createFaults() {
  const armed: { fault: Fault; left: number; hits: () => boolean }[] = []
  return {
    add: (fault: Fault): void => {
      const left = fault.times === 'always' ? Number.POSITIVE_INFINITY : (fault.times ?? 1)
      armed.push({ fault, left, hits: hitsOf(fault) })
    },
    clear: (): void => {
      armed.length = 0
    },
    /** The first active fault for the request; uses it up by one. */
    take: (asked: FaultableCall): Fault | null => {
      const entry = armed.find(
        ({ fault, left, hits }) => left > 0 && matches(fault, asked) && hits(),
      )
      if (entry === undefined) return null
      entry.left -= 1
      return entry.fault
    },
  }
}

/** Called once for each matching request. */
function hitsOf({ beyondPerSecond }: Fault): () => boolean {
  if (beyondPerSecond === undefined) return () => true
  const passed: number[] = []
  return () => {
    const now = performance.now()
    while (passed[0] !== undefined && passed[0] <= now - 1_000) passed.shift()
    if (passed.length >= beyondPerSecond) return true
    passed.push(now)
    return false
  }
}

function matches(fault: Fault, { method, path, text }: FaultableCall): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  if (fault.contains !== undefined && !text.includes(fault.contains)) return false
  return fault.path === undefined || patternOf(fault.path).test(path)
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.split('*').map(RegExp.escape).join('.*')}$`)
