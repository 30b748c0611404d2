// Orders as sentences for agents.

import { quoteForeign } from '../../server/domain/base/text/text.ts'
import { chosenForLine, type JobSupports } from '../../server/domain/farm/line-supports.ts'
import { chargeLabelOf } from '../../server/domain/orders/charge/charge-words.ts'
import type { LegacyOrder } from '../../server/domain/orders/ports.ts'
import type { ListedOrder } from '../../server/domain/orders/read/list-orders.ts'
import type { Order } from '../../server/domain/orders/record/order.ts'
import { lineCountOf, type OrderLine } from '../../server/domain/orders/record/order-lines.ts'
import { contactUrl } from '../../server/domain/orders/record/page-urls.ts'
import {
  closedStatuses,
  type OrderStatus,
  orderStatusLabels,
  printedStatuses,
} from '../../server/domain/orders/record/status.ts'
import type { Tracking } from '../../server/domain/orders/record/tracking.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'

/** Returns a list entry in words: the facts that distinguish an order from the account's others. */
export function listedLine(listed: ListedOrder): string {
  const { order } = listed
  const state = `${order.code}: ${orderStatusLabels[order.status]}`
  const placed = `placed ${order.createdAt.toISOString()}`
  if (listed.kind === 'progress') return `${state}, website order, ${placed}`
  const full = listed.order
  const money = `${formatDollars(full.price.totalCents)} ${chargeLabelOf(full)}`
  return `${state}, ${money}, ${partsOf(full)}, ${placed}${quoteClause(full)}`
}

function partsOf(order: Order): string {
  const { quantity } = order.options
  const lines = lineCountOf(order)
  return lines === 1
    ? `${quantity} x ${quoteForeign(order.file.fileName)}`
    : `${quantity} parts of ${lines} models`
}

const quoteClause = ({ quoteId }: Order) => (quoteId === null ? '' : `, quote_id ${quoteId}`)

const decidedWords = { none: null, turn: 'turned', supports: 'with supports' } as const

/**
 * Returns how a line is printed, or null for a line that is printed as designed without supports, as decided
 * automatically.
 */
export function printedWords(line: OrderLine, jobs: readonly JobSupports[]): string | null {
  const chosen = chosenForLine(line, jobs)
  if (chosen === null) return line.supports == null ? null : decidedWords[line.supports.decision]
  const how =
    chosen === 'mixed'
      ? 'on some plates otherwise than decided'
      : `${chosen ? 'with' : 'without'} supports`
  return `${how}, as an operator chose`
}

/** Returns the contents and date of an order. Follows its status line. */
export function contentSentence(
  order: Order,
  { lines, jobs }: { readonly lines: readonly OrderLine[]; readonly jobs: readonly JobSupports[] },
): string {
  const what = lines
    .map((line) => {
      const { quantity, material, quality, color } = line.options
      const printed = printedWords(line, jobs)
      const how =
        printed === null
          ? ''
          : printed === 'turned'
            ? ', turned for printing'
            : `, printed ${printed}`
      return `${quantity} x ${quoteForeign(line.file.fileName)} in ${material}, ${quality} quality, color ${quoteForeign(color)}${how}`
    })
    .join('; ')
  return ` It is ${what}, placed ${order.createdAt.toISOString()}${quoteClause(order)}.`
}

/**
 * Returns the closing sentence about an order: no tool cancels or changes one. `isRead`: the previous sentence says
 * when to check it again.
 */
export function nextSentence(
  { code, status }: Pick<LegacyOrder, 'code' | 'status'>,
  baseUrl: string,
  isRead = false,
): string {
  const farm = `contact the farm at ${contactUrl(code, baseUrl)}`
  if (isRead || finished.has(status)) return ` For questions about it, ${farm}.`
  const wishes = printed.has(status) ? 'for questions about it' : 'for questions, or to cancel it'
  return ` Check it again in five minutes or later; ${wishes}, ${farm}.`
}

const finished: ReadonlySet<OrderStatus> = new Set(['DELIVERED', ...closedStatuses])
const printed: ReadonlySet<OrderStatus> = new Set(printedStatuses)

/**
 * Returns ` Tracking: "DHL" "123" ("https://...").`, which follows a status line. A URL that is too long to quote is
 * only in the fields.
 */
export function trackingSentence(tracking: Tracking | null): string {
  if (tracking === null) return ''
  const { carrier, number: parcel, url } = tracking
  const page = url === null ? '' : quoteForeign(url)
  const shown = page === `"${url}"` ? ` (${page})` : ''
  return ` Tracking: ${quoteForeign(carrier)} ${quoteForeign(parcel)}${shown}.`
}
