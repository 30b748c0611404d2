// The emails about the parcel of a web order: shipped and delivered. API orders get neither (contract.md 7).
import type { Mail } from '../../base/ports.ts'
import { singleLine } from '../../base/text/text.ts'
import { arrivesText, isOldNews } from '../../lead-time/day-texts.ts'
import type { Order } from '../record/order.ts'
import { contactUrl, orderPageUrl } from '../record/page-urls.ts'
import type { Tracking } from '../record/tracking.ts'

/** Kind of a parcel email. `tracking`: the tracking differs from the previous email. */
export const parcelSteps = ['shipped', 'tracking', 'delivered'] as const
export type ParcelStep = (typeof parcelSteps)[number]

type ParcelState = Pick<Order, 'web' | 'status' | 'tracking'>

/** Recorded facts about the parcels of an order. */
export type ParcelHistory = {
  /** How often parts went back to the printers. What ships afterwards is a new parcel. */
  readonly returns: number
  /** When the parcel was shipped; null if that was not recorded. */
  readonly shippedAt: Date | null
}

/** Returns null for a change that sends no email. `before`: the order before the change. */
export function parcelStepOf(
  { web, status, tracking }: ParcelState,
  before: Pick<Order, 'status' | 'tracking'>,
  { shippedAt, now }: Pick<ParcelHistory, 'shippedAt'> & { readonly now: Date },
): ParcelStep | null {
  if (web === null) return null
  if (status === before.status) {
    const isNews = tracking !== null && parcelKey(tracking) !== parcelKey(before.tracking)
    return status === 'SHIPPED' && isNews ? 'tracking' : null
  }
  if (status === 'SHIPPED') return 'shipped'
  if (status !== 'DELIVERED') return null
  const isOld = shippedAt !== null && isOldNews(shippedAt, now)
  return isOld ? null : 'delivered'
}

/** Returns the identity of a parcel with tracking. */
export const parcelKey = (tracking: Pick<Tracking, 'carrier' | 'number'> | null): string =>
  tracking === null ? '' : `${tracking.carrier}:${tracking.number}`

type Place = {
  readonly to: string
  readonly baseUrl: string
  readonly timeZone: string
  readonly shippedAt: Date | null
}

export function parcelMail(step: ParcelStep, order: Order, place: Place): Mail {
  switch (step) {
    case 'shipped':
      return sentMail(order, place, {
        subject: `Order ${order.code} has been shipped`,
        opening: `Your order ${order.code} has been shipped.`,
      })
    case 'tracking':
      return sentMail(order, place, {
        subject: `Tracking for order ${order.code}`,
        opening: `The parcel of your order ${order.code} has new tracking details.`,
      })
    case 'delivered':
      return deliveredMail(order, place)
  }
}

function sentMail(
  { code, tracking, address }: Order,
  { to, baseUrl, timeZone, shippedAt }: Place,
  { subject, opening }: { readonly subject: string; readonly opening: string },
): Mail {
  const leaves = tracking?.shippedAt ?? shippedAt
  const arrives = leaves === null ? '' : arrivesText(leaves, address.country, timeZone)
  const text = [
    opening,
    '',
    ...(tracking === null
      ? ['It has no tracking number.']
      : [
          `Carrier: ${singleLine(tracking.carrier)}`,
          `Tracking number: ${singleLine(tracking.number)}`,
          ...(tracking.url === null ? [] : [`Track it at ${tracking.url}`]),
        ]),
    ...(arrives === '' ? [] : ['', `${arrives}, by the usual transit times of carriers.`]),
    '',
    `Your order: ${orderPageUrl(code, baseUrl)}`,
    '',
  ]
  return { to, subject, text: text.join('\n') }
}

function deliveredMail({ code }: Order, { to, baseUrl }: Place): Mail {
  const text = [
    `Your order ${code} has been delivered.`,
    '',
    `Something wrong, or not there yet? Write to us: ${contactUrl(code, baseUrl)}`,
    '',
    `Your order: ${orderPageUrl(code, baseUrl)}`,
    '',
  ]
  return { to, subject: `Order ${code} has been delivered`, text: text.join('\n') }
}
