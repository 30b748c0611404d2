// Refunds by line: which parts of an order a refund is for, and what they cost. Amounts are integer cents.
import { fail, ok, type Result } from '../base/result.ts'
import type { RefundFailure } from './failure.ts'
import type { Order } from './order.ts'
import type { OrderLine } from './order-lines.ts'
import { isMoneyBack, type Refund } from './refund.ts'

/** A number of parts of a line; lines are counted from 1. */
export type LineParts = { readonly line: number; readonly quantity: number }

/** `of`: the parts that were ordered. */
type PartsOfLine = LineParts & { readonly of: number }

export type RefundedLine = PartsOfLine & { readonly cents: number }

/** What a refund is for, by line; the postage is 0 where it is not refunded. */
export type RefundedParts = {
  readonly lines: readonly RefundedLine[]
  readonly postageCents: number
}

/** The requested parts: each line once, and optionally the postage. */
export type RequestedParts = { readonly lines: readonly LineParts[]; readonly shipping: boolean }

/** Sorts by line, so that the order in which lines are sent does not matter. */
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

/** Identifies the requested parts. */
export function partsKey(parts: RequestedParts): string {
  const { lines, shipping } = sortedParts(parts)
  return JSON.stringify([lines.map(({ line, quantity }) => [line, quantity]), shipping])
}

export const totalOfParts = ({ lines, postageCents }: RefundedParts): number =>
  lines.reduce((sum, { cents }) => sum + cents, postageCents)

/** What the order's refunds so far are for: each request once, if its money was returned or may still be returned. */
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

/** `2 of the 10 parts of line 3 and line 4`: all parts that were refunded; null when no refund named any. */
export function refundedPartsText(refunds: readonly Refund[]): string | null {
  const sums = new Map<number, PartsOfLine>()
  for (const parts of refundedSoFar(refunds).lines) {
    const quantity = (sums.get(parts.line)?.quantity ?? 0) + parts.quantity
    sums.set(parts.line, { ...parts, quantity })
  }
  const lines = [...sums.values()].sort((a, b) => a.line - b.line)
  return lines.length === 0 ? null : listText(lines.map(lineText))
}

/** How many parts of a line, and how many of its cents, were refunded. */
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
 * The first n parts of a line of Q cost floor(price * n / Q). Parts cost that of all parts refunded with them, less what the ones
 * before cost, so that all parts together cost the line's price whatever the steps.
 */
export function priceParts(
  request: RequestedParts,
  { order, lines, refunds }: PricedOrder,
): Result<RefundedParts, RefundFailure> {
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
  /** Every line of the order. */
  readonly refunds: readonly Refund[]
}

/** `2 of the 10 parts of line 3 and the postage`. */
export const refundItemsText = ({ lines, postageCents }: RefundedParts): string =>
  listText([...lines.map(lineText), ...(postageCents > 0 ? ['the postage'] : [])])

const listText = (texts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)

/** `2 of the 10 parts of line 3`, `all 10 parts of line 3`, and `line 3` where it has one part. */
export function lineText({ line, quantity, of }: PartsOfLine): string {
  if (of === 1) return `line ${line}`
  return quantity === of
    ? `all ${of} parts of line ${line}`
    : `${quantity} of the ${of} parts of line ${line}`
}
