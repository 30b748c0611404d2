// The response to a submit.
import type { Adjustment } from '../../catalog/adjustments.ts'
import type { PartSupports } from '../../measurement/supports.ts'
import type { PartSize } from '../../models/report.ts'
import type { CustomColorRates } from '../../pricing/custom-color.ts'
import { type ChargeState, type PaymentState, paymentStateOf } from './payment.ts'
import type { OrderStatus } from './status.ts'
import type { UnpaidCause } from './unpaid-reasons.ts'

/** Stored for repeats of the Idempotency-Key, so it is plain JSON. */
export type SubmitResponse = {
  readonly code: string
  readonly status: OrderStatus
  readonly paid: boolean
  readonly printCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly gramsPerPart: number
  readonly centihoursPerPart: number
  /** Why the order is unpaid, with a decline in the processor's words; null when paid. */
  readonly unpaidReason: string | null
  readonly unpaidCause: UnpaidCause | null
  readonly chargeState: ChargeState
  readonly paymentPending: boolean
  readonly checkoutUrl: string | null
  /** Until when an unpaid order can be paid, in ISO 8601. Absent in responses that were stored by an earlier release. */
  readonly payUntil?: string
  /** The caller's reference. Absent in responses that were stored by an earlier release. */
  readonly reference?: string | null
  readonly color: string
  /** Set if a custom color was billed. */
  readonly offStock: CustomColorRates | null
  /** Absent if the order has none, and in responses that were stored by an earlier release. */
  readonly size?: PartSize
  /** Values that were changed; absent if there are none. */
  readonly adjusted?: readonly Adjustment[]
  /** Set if premium was ordered with the default layer height; absent otherwise. */
  readonly isPremiumInDefaultLayers?: boolean
  /** Explains how the volume was measured, if necessary; absent otherwise. */
  readonly volumeNotes?: readonly string[]
  /** Absent if the part is printed in the pose of its file, or if that is unknown. */
  readonly supports?: 'turn' | 'supports'
  /** Unknown field names in the form; absent if there are none. */
  readonly ignored?: readonly string[]
}

/** Returns the field `supports` of a response, or no field if the part is printed in the pose of its file or that is unknown. */
export function supportsField(
  supports: PartSupports | null | undefined,
): Pick<SubmitResponse, 'supports'> {
  const decision = supports?.decision
  return decision === undefined || decision === 'none' ? {} : { supports: decision }
}

/** Returns the payment of the order at the time of the response. */
export function paymentOfResponse(
  response: Pick<
    SubmitResponse,
    'paid' | 'chargeState' | 'unpaidReason' | 'unpaidCause' | 'paymentPending'
  >,
): PaymentState {
  const { paid, chargeState, unpaidReason: reason, unpaidCause: cause } = response
  return paymentStateOf({ paid, chargeState, reason, cause, isPending: response.paymentPending })
}
