// Sentences with the ship date of an order and its arrival dates.

import { dateFormat } from '../../base/time/date-format.ts'
import { arrivesText, isOldNews, overdueArrivalText } from '../../lead-time/day-texts.ts'
import type { TimelineEntry } from '../history/timeline.ts'
import { type HoldableOrder, isHeld, isHoldable } from '../record/held.ts'
import type { Order } from '../record/order.ts'
import type { ShownPayment } from '../record/payment.ts'
import { isRefundedInFull } from '../reversals/refund.ts'

type PromisedOrder = HoldableOrder &
  Pick<Order, 'dueAt' | 'price' | 'refundedCents' | 'refundingCents' | 'lostCents'> & {
    readonly payment: ShownPayment
  }
type Moment = { readonly now: Date; readonly timeZone: string }

/**
 * Returns a sentence such as "Ships by Tuesday, December 1."; null for an order that has no promised day, is held, was
 * refunded in full, has shipped or will not ship.
 */
export function shipDayLine(order: PromisedOrder, { now, timeZone }: Moment): string | null {
  const { status, dueAt } = order
  if (dueAt === null || isHeld(order) || !isHoldable(status) || isRefundedInFull(order)) return null
  const day = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(dueAt)
  return now.getTime() <= dueAt.getTime()
    ? `Ships by ${day}.`
    : `It was promised for ${day} and is late. It ships as soon as it is finished.`
}

/**
 * Returns when the order was shipped; null if it is not shipped. A parcel that was marked DELIVERED by mistake is the
 * same parcel.
 */
export function shippedAtOf(timeline: readonly TimelineEntry[]): Date | null {
  let shippedAt: Date | null = null
  for (const entry of timeline) {
    if (entry.kind !== 'status' || entry.status === 'DELIVERED') continue
    shippedAt = entry.status === 'SHIPPED' ? (shippedAt ?? entry.at) : null
  }
  return shippedAt
}

type Parcel = PromisedOrder &
  Pick<Order, 'tracking'> & {
    readonly address?: Pick<Order['address'], 'country'>
  }
type ParcelMoment = Moment & {
  /** When the order became SHIPPED; null before. */
  readonly shippedAt: Date | null
}

/**
 * Returns a sentence such as "Arrives Thu, Dec 3 to Mon, Dec 7.", based on the promised day, or after shipping on the
 * day of the parcel's tracking, because another number is another parcel. For two months after the last of these days
 * it states what to do. null if no day is known, and after delivery.
 */
export function arrivalLine(
  order: Parcel,
  { now, timeZone, shippedAt }: ParcelMoment,
): string | null {
  const { status, dueAt, tracking, address } = order
  const isPromised = shipDayLine(order, { now, timeZone }) !== null && dueAt !== null
  const promised = isPromised && now.getTime() <= dueAt.getTime() ? dueAt : null
  const leaves = status === 'SHIPPED' ? (tracking?.shippedAt ?? shippedAt) : promised
  if (leaves === null || address === undefined) return null
  if (isOldNews(leaves, now)) return null
  const overdue = overdueArrivalText(leaves, address.country, { now, timeZone })
  if (overdue !== null) return overdue
  const text = arrivesText(leaves, address.country, timeZone)
  return text === '' ? null : `${text}.`
}
