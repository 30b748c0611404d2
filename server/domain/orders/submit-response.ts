// What a submit is answered.
import type { Adjustment } from '../catalog/adjustments.ts'
import type { PartSize } from '../models/report.ts'
import type { CustomColorRates } from '../pricing/custom-color.ts'
import { type ChargeState, type PaymentState, paymentStateOf } from './payment.ts'
import type { OrderStatus } from './status.ts'

/** The response to a submit. Stored for repeats of its Idempotency-Key, so it is plain JSON. */
export type SubmitResponse = {
  readonly code: string
  readonly status: OrderStatus
  readonly paid: boolean
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly gramsPerPart: number
  readonly centihoursPerPart: number
  /** Why the order is unpaid, a decline in the processor's own words; null when paid. */
  readonly unpaidReason: string | null
  readonly chargeState: ChargeState
  readonly paymentPending: boolean
  readonly checkoutUrl: string | null
  /** ISO 8601: until when an unpaid order can be paid. Absent in responses that a release before it stored. */
  readonly payUntil?: string
  /** The caller's own. Absent in responses that a release before it stored. */
  readonly reference?: string | null
  readonly color: string
  /** Set when a custom color was billed. */
  readonly offStock: CustomColorRates | null
  /** Absent where the order has none, and in responses that a release before it stored. */
  readonly size?: PartSize
  /** Values that were changed; absent when there are none. */
  readonly adjusted?: readonly Adjustment[]
  /** Premium was ordered in layers of the default height; absent otherwise. */
  readonly isPremiumInDefaultLayers?: boolean
  /** How the volume was measured, where that needs explaining; absent otherwise. */
  readonly volumeNotes?: readonly string[]
  /** Absent where the part is printed as its file has it, and where that is not known. */
  readonly supports?: 'turn' | 'supports'
  /** Names of unknown fields in the form; absent when there are none. */
  readonly ignored?: readonly string[]
}

/** The payment of the order at the time of the response. */
export function paymentOfResponse(
  response: Pick<SubmitResponse, 'paid' | 'chargeState' | 'unpaidReason' | 'paymentPending'>,
): PaymentState {
  const { paid, chargeState, unpaidReason: reason, paymentPending: isPending } = response
  return paymentStateOf({ paid, chargeState, reason, isPending })
}
