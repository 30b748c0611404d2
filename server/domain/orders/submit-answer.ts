// What a submit returns.
import type { ChargeState } from './order.ts'
import type { OrderStatus } from './status.ts'

/** Kept for repeats of its Idempotency-Key, so it holds plain JSON only. */
export type SubmitAnswer = {
  readonly code: string
  readonly status: OrderStatus
  readonly paid: boolean
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly gramsPerPart: number
  readonly hoursHundredthsPerPart: number
  /** Why it is unpaid, the processor's words verbatim; null when paid. */
  readonly unpaidReason: string | null
  /** What became of the charge: `chargeStandingOf` and `payabilityOf` read this answer as they read an order. */
  readonly chargeState: ChargeState
  readonly paymentPending: boolean
  readonly checkoutUrl: string | null
  readonly color: string
  /** Set when an off-stock colour was billed: its rate, and the rate of a stock colour. */
  readonly offStock: { readonly centsPerGram: number; readonly stockCentsPerGram: number } | null
  /** Names of the form that no rule knows; absent when there is none. */
  readonly ignored?: readonly string[]
}
