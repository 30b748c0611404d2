// Sentences with the ship date of an order and its arrival dates.

import { dateFormat } from '../../base/time/date-format.ts'
import { dayOf } from '../../base/time/day.ts'
import { isServedCountry } from '../../catalog/countries.ts'
import { arrivalText, isOldNews, overdueArrivalText } from '../../lead-time/day-texts.ts'
import { type Arrival, arrivalOf } from '../../lead-time/ship-date.ts'
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

/** `isLate`: the promised day has passed. */
export type ShipDay = { readonly dueAt: Date; readonly isLate: boolean }

/**
 * Returns null for an order that has no promised day, is held, was refunded in full, has shipped or will not ship.
 */
export function shipDayOf(order: PromisedOrder, { now }: Pick<Moment, 'now'>): ShipDay | null {
  const { status, dueAt } = order
  if (dueAt === null || isHeld(order) || !isHoldable(status) || isRefundedInFull(order)) return null
  return { dueAt, isLate: now.getTime() > dueAt.getTime() }
}

/** Returns a sentence such as "Ships by Tuesday, December 1."; null as `shipDayOf`. */
export function shipDayLine(order: PromisedOrder, { now, timeZone }: Moment): string | null {
  const shipDay = shipDayOf(order, { now })
  if (shipDay === null) return null
  const format = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone)
  const day = format.format(shipDay.dueAt)
  return shipDay.isLate
    ? `It was promised for ${day} and is late. It ships as soon as it is finished.`
    : `Ships by ${day}.`
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

/** The estimated days of arrival. `isOverdue`: the last of them has passed. */
export type ArrivalDays = Arrival & { readonly isOverdue: boolean }

/**
 * Returns the days of arrival, based on the promised day, or after shipping on the day of the parcel's tracking,
 * because another number is another parcel. null if no day is known, after delivery, and from two months after the
 * parcel left.
 */
export function arrivalDaysOf(
  order: Parcel,
  { now, timeZone, shippedAt }: ParcelMoment,
): ArrivalDays | null {
  const { status, tracking, address } = order
  const shipDay = shipDayOf(order, { now })
  const promised = shipDay === null || shipDay.isLate ? null : shipDay.dueAt
  const leaves = status === 'SHIPPED' ? (tracking?.shippedAt ?? shippedAt) : promised
  if (leaves === null || address === undefined || !isServedCountry(address.country)) return null
  if (isOldNews(leaves, now)) return null
  const arrival = arrivalOf(dayOf(leaves, timeZone), address.country)
  return { ...arrival, isOverdue: dayOf(now, timeZone) > arrival.to }
}

/**
 * Returns a sentence such as "Arrives Thu, Dec 3 to Mon, Dec 7.", or what to do about an overdue parcel; null as
 * `arrivalDaysOf`.
 */
export function arrivalLine(order: Parcel, moment: ParcelMoment): string | null {
  const days = arrivalDaysOf(order, moment)
  if (days === null) return null
  return days.isOverdue ? overdueArrivalText(days) : `${arrivalText(days)}.`
}
