// Refunds by line: the refunded parts of an order, and their price. Amounts in integer cents.
import { fail, ok, type Result } from '../../base/result.ts'
import type { Order } from '../record/order.ts'
import type { OrderLine } from '../record/order-lines.ts'
import {
  isMoneyBack,
  type LineParts,
  type PartsOfLine,
  type Refund,
  type RefundedLine,
  type RefundedParts,
} from './refund.ts'

/** The requested parts: at most one entry per line, and optionally the postage. */
export type RequestedParts = { readonly lines: readonly LineParts[]; readonly shipping: boolean }

/** Failures of the parts stated in a refund. */
export type RefundPartsFailure =
  /** `lines`: number of lines of the order. */
  | { readonly kind: 'order_line_unknown'; readonly lines: number }
  /** `of`: number of parts of the line; `left`: number without a refund. */
  | {
      readonly kind: 'refund_parts_left'
      readonly line: number
      readonly of: number
      readonly left: number
    }
  /** There was no postage, or it is already refunded. */
  | { readonly kind: 'refund_postage_left' }
  /** The parts cost less than one cent. */
  | { readonly kind: 'refund_parts_free' }

/** Sorts by line, so that the sequence of lines in a request does not matter. */
export const sortedParts = ({ lines, shipping }: RequestedParts): RequestedParts => ({
  lines: lines.toSorted((a, b) => a.line - b.line),
  shipping,
})

export const requestedPartsOf = ({ lines, postageCents }: RefundedParts): RequestedParts => ({
  lines: lines.map(({ line, quantity }) => ({ line, quantity })),
  shipping: postageCents > 0,
})

export const areSameParts = (one: RequestedParts, other: RequestedParts): boolean =>
  partsKey(one) === partsKey(other)

/** Returns a key that identifies the requested parts. */
export function partsKey(parts: RequestedParts): string {
  const { lines, shipping } = sortedParts(parts)
  return JSON.stringify([lines.map(({ line, quantity }) => [line, quantity]), shipping])
}

export const totalOfParts = ({ lines, postageCents }: RefundedParts): number =>
  lines.reduce((sum, { cents }) => sum + cents, postageCents)

/**
 * Returns the parts that the order's refunds cover. Counts each request once, if its money was or may still be
 * returned.
 */
export function refundedSoFar(refunds: readonly Refund[]): RefundedParts {
  const requests = new Map(
    refunds.filter(isMoneyBack).map(({ requestKey, parts }) => [requestKey, parts]),
  )
  const counted = [...requests.values()].filter((parts) => parts !== null)
  return {
    lines: counted.flatMap(({ lines }) => lines),
    postageCents: counted.reduce((sum, { postageCents }) => sum + postageCents, 0),
  }
}

/** Returns all refunded parts, such as `2 of the 10 parts of line 3 and line 4`; null if no refund states parts. */
export function refundedPartsText(refunds: readonly Refund[]): string | null {
  const sums = new Map<number, PartsOfLine>()
  for (const parts of refundedSoFar(refunds).lines) {
    const quantity = (sums.get(parts.line)?.quantity ?? 0) + parts.quantity
    sums.set(parts.line, { ...parts, quantity })
  }
  const lines = [...sums.values()].sort((a, b) => a.line - b.line)
  return lines.length === 0 ? null : listText(lines.map(lineText))
}

/** Returns the refunded parts and cents of a line. */
export function refundedOfLine(
  { lines }: RefundedParts,
  place: number,
): { readonly quantity: number; readonly cents: number } {
  const ofLine = lines.filter(({ line }) => line === place)
  return {
    quantity: ofLine.reduce((sum, { quantity }) => sum + quantity, 0),
    cents: ofLine.reduce((sum, { cents }) => sum + cents, 0),
  }
}

/**
 * Prices the parts of a refund. The first n parts of a line with Q parts cost floor(price * n / Q). A refund costs
 * this sum for all parts refunded so far, including its own, less the price of the earlier parts. All parts together
 * therefore cost the line's price, regardless of the steps.
 */
export function priceParts(
  request: RequestedParts,
  { order, lines, refunds }: PricedOrder,
): Result<RefundedParts, RefundPartsFailure> {
  const before = refundedSoFar(refunds)
  const priced: RefundedLine[] = []
  for (const { line: place, quantity } of sortedParts(request).lines) {
    const line = lines.find((each) => each.place === place)
    if (line === undefined) return fail({ kind: 'order_line_unknown', lines: lines.length })
    const of = line.options.quantity
    const earlier = refundedOfLine(before, place)
    const left = of - earlier.quantity
    if (quantity > left) return fail({ kind: 'refund_parts_left', line: place, of, left })
    const upTo = Math.floor((line.price.printCents * (earlier.quantity + quantity)) / of)
    priced.push({ line: place, quantity, of, cents: Math.max(0, upTo - earlier.cents) })
  }
  const postageCents = request.shipping ? order.price.shippingCents - before.postageCents : 0
  if (request.shipping && postageCents <= 0) return fail({ kind: 'refund_postage_left' })
  const parts = { lines: priced, postageCents }
  return totalOfParts(parts) > 0 ? ok(parts) : fail({ kind: 'refund_parts_free' })
}

export type PricedOrder = {
  readonly order: Pick<Order, 'price'>
  readonly lines: readonly OrderLine[]
  /** Every refund of the order. */
  readonly refunds: readonly Refund[]
}

/** Returns text such as `2 of the 10 parts of line 3 and the postage`. */
export const refundItemsText = ({ lines, postageCents }: RefundedParts): string =>
  listText([...lines.map(lineText), ...(postageCents > 0 ? ['the postage'] : [])])

const listText = (texts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)

/** Returns `2 of the 10 parts of line 3`, `all 10 parts of line 3`, or `line 3` for a line with one part. */
export function lineText({ line, quantity, of }: PartsOfLine): string {
  if (of === 1) return `line ${line}`
  return quantity === of
    ? `all ${of} parts of line ${line}`
    : `${quantity} of the ${of} parts of line ${line}`
}
