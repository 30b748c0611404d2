// Names of an order's steps, of bulk actions, and of the reasons why an order is excluded.

import type { PartCount } from '../../../domain/farm/read/short-orders.ts'
import {
  type BulkChange,
  type BulkKind,
  type Exclusion,
  isStepChange,
} from '../../../domain/fulfillment/bulk-action.ts'
import { steps } from '../../../domain/fulfillment/next-step.ts'
import type { WorkSums } from '../../../domain/fulfillment/ports.ts'
import {
  type NeededSpool,
  type SpoolUse,
  spoolsOf,
} from '../../../domain/fulfillment/spool-groups.ts'
import { changeText, type OrderChange } from '../../../domain/orders/history/change.ts'
import { findingText } from '../../../domain/orders/record/file-review.ts'
import { isErased, type Order } from '../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { shortLabel } from '../../../domain/orders/record/status.ts'
import { countOf, hours, weight } from '../../base/figures.ts'
import { momentText } from '../parts/moment.tsx'

export const personalDataRemoved = 'Its personal data was removed, so it has no address.'

/** Label of the button that advances an order. "..." means that a confirmation follows. */
export const stepLabels: Readonly<Record<BulkKind, string>> = {
  accept: 'Accept and queue',
  start: 'Start printing',
  finish: 'Mark printed',
  ship: 'Ship…',
  deliver: 'Mark delivered',
  hold: 'Hold…',
  release: 'Release',
  priority: 'Set priority…',
}

/** Heading and button of a preview, such as "Start printing 12 orders". */
export function actionTitle(change: BulkChange, count: number): string {
  const orders = countOf(count, 'order')
  switch (change.kind) {
    case 'accept':
      return change.queues === true ? `Accept and queue ${orders}` : `Accept ${orders}`
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

/** Result of an action on an order, such as "Printing". */
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

/** Such as "1 of 2 printed". */
export const printedPartsText = ({ good, ordered }: PartCount): string =>
  `${good} of ${ordered} printed`

/** Summarizes the changes since a list was shown in one paragraph. Times are in the farm's time zone. */
export function changedText(changes: readonly OrderChange[], timeZone: string): string {
  const lines = changes.map(
    (change) =>
      ` ${momentText(change.at, timeZone, 'moment')}, ${change.by}: ${changeText(change)}.`,
  )
  return `This order has changed since you opened the page. Nothing was changed.${lines.join('')}`
}

/** Returns why an action excludes an order. `order` is null for a code without an order. */
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
    case 'refunded':
      return 'It was refunded in full, so it cannot be queued.'
    case 'needs_review':
      return needsReviewText(order)
  }
}

/** Text for an order that bulk actions exclude, because an operator has to read its page first. */
function needsReviewText(order: Order | null): string {
  const [first] = order?.fileReview?.findings ?? []
  const why = first === undefined ? '' : `: ${findingText(first)}`
  return `It needs a review${why}. Open the order.`
}

function wrongStatus(change: BulkChange, order: Order | null): string {
  if (
    order !== null &&
    change.kind === 'ship' &&
    order.status === steps.ship.from &&
    isErased(order)
  ) {
    return personalDataRemoved
  }
  const now = order === null ? 'in another status' : shortLabel(order.status)
  if (change.kind === 'hold') return `It is ${now}; there is nothing left to hold.`
  return isStepChange(change)
    ? `It is ${now}, not ${shortLabel(steps[change.kind].from)}.`
    : `It is ${now}.`
}

/** Such as "14 orders · 31 parts · 1.2 kg · 40 h". */
export const sumsText = ({ orders, parts, grams, centihours }: WorkSums): string =>
  [countOf(orders, 'order'), countOf(parts, 'part'), weight(grams), hours(centihours)].join(' · ')

/** Such as "PETG Black, 0.4 mm nozzle". */
export const neededSpoolText = ({ material, color, nozzleMm }: NeededSpool): string =>
  `${material.toUpperCase()} ${color}, ${nozzleMm} mm nozzle`

/** Spools of an order, such as "1 × PLA Black 0.4, 9 × ABS Red 0.4". */
export const allSpoolsText = (lines: readonly OrderLine[]): string =>
  spoolsOf(lines).map(spoolUseText).join(', ')

/** Returns the names of up to two spools. For more, returns the first and the number of others. */
export function spoolsText(lines: readonly OrderLine[]): string {
  const [first, ...more] = spoolsOf(lines)
  if (first === undefined || more.length < 2) return allSpoolsText(lines)
  return `${spoolUseText(first)} and ${countOf(more.length, 'more spool')}`
}

const spoolUseText = ({ parts, material, color, nozzleMm }: SpoolUse): string =>
  `${parts} × ${material.toUpperCase()} ${color} ${nozzleMm}`
