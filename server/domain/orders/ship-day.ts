// The sentence that names the day on which an order ships.

import { dateFormat } from '../base/date-format.ts'
import { type HoldableOrder, isHeld, isHoldable } from './held.ts'
import type { Order } from './order.ts'
import type { ShownPayment } from './payment.ts'
import { isRefundedInFull } from './refund.ts'

type PromisedOrder = HoldableOrder &
  Pick<Order, 'dueAt' | 'price' | 'refundedCents' | 'refundingCents' | 'lostCents'> & {
    readonly payment: ShownPayment
  }
type Moment = { readonly now: Date; readonly timeZone: string }

/**
 * Such as "Ships by Tuesday, December 1."; null for an order that has no promised day, is held, was refunded in full, has shipped or
 * will not.
 */
export function shipDayLine(order: PromisedOrder, { now, timeZone }: Moment): string | null {
  const { status, dueAt } = order
  if (dueAt === null || isHeld(order) || !isHoldable(status) || isRefundedInFull(order)) return null
  const day = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(dueAt)
  return now.getTime() <= dueAt.getTime()
    ? `Ships by ${day}.`
    : `It was promised for ${day} and is late. It ships as soon as it is finished.`
}
