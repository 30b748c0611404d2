// What pages call the steps of an order, bulk actions, and the reasons for which an order is left out.
import type { BulkChange, BulkKind, Exclusion } from '../../../domain/fulfillment/bulk-action.ts'
import { steps } from '../../../domain/fulfillment/next-step.ts'
import type { SpoolGroup, WorkSums } from '../../../domain/fulfillment/ports.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { shortLabel } from '../../../domain/orders/status.ts'

/** On the button that takes one order further; "..." asks something first. */
export const stepLabels: Readonly<Record<BulkKind, string>> = {
  accept: 'Accept',
  start: 'Start printing',
  finish: 'Mark printed',
  ship: 'Ship…',
  deliver: 'Mark delivered',
  hold: 'Hold…',
  release: 'Release',
  priority: 'Set priority…',
}

/** "12 orders", "1 order". */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Such as "Start printing 12 orders": the heading of a preview, and its button. */
export function actionTitle(change: BulkChange, count: number): string {
  const orders = countOf(count, 'order')
  switch (change.kind) {
    case 'accept':
      return `Accept ${orders}`
    case 'start':
      return `Start printing ${orders}`
    case 'finish':
      return `Mark ${orders} as printed`
    case 'ship':
      return `Ship ${orders}`
    case 'deliver':
      return `Mark ${orders} as delivered`
    case 'hold':
      return `Put ${orders} on hold`
    case 'release':
      return `Release ${orders}`
    case 'priority':
      return `Set the priority of ${orders} to ${change.priority}`
  }
}

/** What an action made of an order: "Printing". */
export function resultLabel(change: BulkChange): string {
  switch (change.kind) {
    case 'hold':
      return 'On hold'
    case 'release':
      return 'Released'
    case 'priority':
      return `Priority ${change.priority}`
    default:
      return shortLabel(steps[change.kind].to)
  }
}

/** Why an action leaves an order out. `order` is null for a code that no order has. */
export function exclusionText(why: Exclusion, change: BulkChange, order: Order | null): string {
  switch (why) {
    case 'held':
      return order?.hold ? `It is on hold: ${order.hold.reason}` : 'It is on hold.'
    case 'not_held':
      return 'It is not on hold.'
    case 'same_priority':
      return 'It has this priority already.'
    case 'wrong_status':
      return wrongStatus(change, order)
    case 'unpaid':
      return 'It is not paid.'
    case 'changed':
      return 'It has changed since you opened the list. Nothing was overwritten.'
    case 'not_found':
      return 'There is no such order.'
    case 'no_tracking':
      return 'It has no tracking, and shipping without was not chosen.'
  }
}

function wrongStatus(change: BulkChange, order: Order | null): string {
  const now = order === null ? 'in another status' : shortLabel(order.status)
  if (change.kind === 'hold') return `It is ${now}; there is nothing left to hold.`
  const isStep = change.kind !== 'release' && change.kind !== 'priority'
  return isStep ? `It is ${now}, not ${shortLabel(steps[change.kind].from)}.` : `It is ${now}.`
}

/** 4_812 -> "4.8 kg", 812 -> "812 g". */
export const weightText = (grams: number): string =>
  grams < 1000
    ? `${grams} g`
    : `${(grams / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} kg`

/** 4_275_200 -> "42,752 h", 95 -> "57 min". */
export function hoursText(hoursHundredths: number): string {
  if (hoursHundredths < 100) return `${Math.max(1, Math.round(hoursHundredths * 0.6))} min`
  const hours = hoursHundredths / 100
  return `${hours.toLocaleString('en-US', { maximumFractionDigits: hours < 100 ? 1 : 0 })} h`
}

/** Such as "14 orders, 31 parts, 1.2 kg, 40 h". */
export const sumsText = ({ orders, parts, grams, hoursHundredths }: WorkSums): string =>
  [
    countOf(orders, 'order'),
    countOf(parts, 'part'),
    weightText(grams),
    hoursText(hoursHundredths),
  ].join(' · ')

/** Such as "PETG Black, 0.4 mm nozzle". */
export const spoolText = ({
  material,
  color,
  nozzleMm,
}: Pick<SpoolGroup, 'material' | 'color' | 'nozzleMm'>): string =>
  `${material.toUpperCase()} ${color}, ${nozzleMm} mm nozzle`
