// What a dispute, a fraud warning or a gift card whose payment went back does to an order: a hold, and print jobs that are withdrawn.
// Plans are made here; server/db/disputes carries them out under the order's lock.
import { type DisputeStatus, isDisputeOpen } from '../../payments/returns.ts'
import { changeSources } from '../change.ts'
import { holdReasonAfter, reasonWords } from '../dispute.ts'
import { isHoldable } from '../held.ts'
import type { Order } from '../order.ts'
import { fraudHoldReason, giftHoldCauseOf, giftHoldReasons } from './hold-reasons.ts'

/** Who holds an order in these cases. */
export const holder = changeSources.cardProcessor

export type HoldPlan = {
  /** The reason of the hold, which begins or goes on with it; null leaves the order's hold as it is. */
  readonly hold: string | null
  /** The reason for which the order's print jobs are withdrawn; `by_status`: the order's status says it. Null: they stay. */
  readonly withdraw: { readonly reason: string } | 'by_status' | null
}

type HeldOrder = Pick<Order, 'status' | 'hold'>

const nothing: HoldPlan = { hold: null, withdraw: null }

/**
 * Nothing after the order has shipped. A hold by an operator keeps its reason. `isNew`: false when the doubt has ended, which changes the
 * reason of a hold and does not begin one.
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
  /** The bank's word. */
  readonly reason: string
  /** Whether a gift card that paid a share of the order owes its value. Its hold then remains when the dispute has ended. */
  readonly owesGift: boolean
}

export function planDisputeStep(order: HeldOrder, { step, reason, owesGift }: Step): HoldPlan {
  const isNew = isDisputeOpen(step)
  const remaining = owesGift && !isNew ? giftHoldReasons.gone : null
  const plan = planHold(order, remaining ?? holdReasonAfter(step, { reason }), { isNew })
  // An operator may have released the order while the dispute was open.
  return step === 'lost' ? { ...plan, withdraw: 'by_status' } : plan
}

type Warning = { readonly fraudType: string; readonly actionable: boolean }

export const planFraudWarning = (order: HeldOrder, { fraudType, actionable }: Warning): HoldPlan =>
  actionable ? planHold(order, fraudHoldReason(reasonWords(fraudType)), { isNew: true }) : nothing

/** The order has a share of a gift card whose payment went back. */
export const planGiftGone = (order: HeldOrder): HoldPlan =>
  planHold(order, giftHoldReasons.gone, { isNew: true })

/** The payment is back: the hold remains until an operator releases it, and its reason says so. */
export function planGiftBack(order: HeldOrder & Pick<Order, 'disputedCents'>): HoldPlan {
  if (order.hold === null || giftHoldCauseOf(order.hold.reason) !== 'gone') return nothing
  const reason = order.disputedCents > 0 ? giftHoldReasons.disputed : giftHoldReasons.back
  return planHold(order, reason, { isNew: false })
}
