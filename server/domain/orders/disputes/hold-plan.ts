// The effect on an order of a dispute, a fraud warning, or a gift card whose payment was reversed: a hold, and
// withdrawn print jobs. Plans are made here; server/db/disputes executes them under the order's lock.
import { type DisputeStatus, isDisputeOpen } from '../../payments/returns.ts'
import { changeSources } from '../history/change.ts'
import { isHoldable } from '../record/held.ts'
import type { Order } from '../record/order.ts'
import { holdReasonAfter, reasonWords } from '../reversals/dispute.ts'
import { fraudHoldReason, giftHoldCauseOf, giftHoldReasons } from './hold-reasons.ts'

/** The source of these holds. */
export const holder = changeSources.cardProcessor

export type HoldPlan = {
  /** The reason of the hold that begins or continues; null leaves the order's hold unchanged. */
  readonly hold: string | null
  /**
   * The reason for withdrawing the order's print jobs; `by_status`: the order's status determines it. null: they stay.
   */
  readonly withdraw: { readonly reason: string } | 'by_status' | null
}

type HeldOrder = Pick<Order, 'status' | 'hold'>

const nothing: HoldPlan = { hold: null, withdraw: null }

/**
 * Plans a hold. Does nothing after the order has shipped, and keeps the reason of an operator's hold. `isNew`: false
 * if the doubt is resolved, which changes the reason of a hold but begins none.
 */
function planHold(order: HeldOrder, reason: string, { isNew }: { isNew: boolean }): HoldPlan {
  if (!isHoldable(order.status)) return nothing
  const isOurs = order.hold?.by === holder
  return {
    hold: isOurs || (isNew && order.hold === null) ? reason : null,
    withdraw: isNew ? { reason } : null,
  }
}

type Step = {
  readonly step: DisputeStatus
  /** The bank's reason code. */
  readonly reason: string
  /** Whether a gift card that paid a share of the order owes its value. The hold then remains after the dispute. */
  readonly owesGift: boolean
}

export function planDisputeStep(order: HeldOrder, { step, reason, owesGift }: Step): HoldPlan {
  const isNew = isDisputeOpen(step)
  const remaining = owesGift && !isNew ? giftHoldReasons.gone : null
  const plan = planHold(order, remaining ?? holdReasonAfter(step, { reason }), { isNew })
  // An operator may have released the order while the dispute was open.
  return step === 'lost' ? { ...plan, withdraw: 'by_status' } : plan
}

type Warning = { readonly fraudType: string; readonly isActionable: boolean }

export const planFraudWarning = (
  order: HeldOrder,
  { fraudType, isActionable }: Warning,
): HoldPlan =>
  isActionable ? planHold(order, fraudHoldReason(reasonWords(fraudType)), { isNew: true }) : nothing

/** Plans the hold of an order with a share of a gift card whose payment was reversed. */
export const planGiftGone = (order: HeldOrder): HoldPlan =>
  planHold(order, giftHoldReasons.gone, { isNew: true })

/**
 * Plans the hold after the payment was returned to the shop. The hold remains until an operator releases it, with an
 * updated reason.
 */
export function planGiftBack(order: HeldOrder & Pick<Order, 'disputedCents'>): HoldPlan {
  if (order.hold === null || giftHoldCauseOf(order.hold.reason) !== 'gone') return nothing
  const reason = order.disputedCents > 0 ? giftHoldReasons.disputed : giftHoldReasons.back
  return planHold(order, reason, { isNew: false })
}
