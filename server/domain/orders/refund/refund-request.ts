// A request for a refund and what became of it. Each attempt to carry it out is a refund of its own under the request's key, and is
// for what earlier attempts have not moved, so that a request never refunds more than its amount.
import {
  isRefundIncomplete,
  isRefundSettled,
  movedSplit,
  type Refund,
  type RefundSplit,
  totalOf,
} from '../refund.ts'

export type RequestProgress = {
  /** The attempt that has succeeded or may still succeed; null when there is none. */
  readonly living: Refund | null
  /** What the request is for; null while it may still be changed, because nothing has moved. */
  readonly fixed: Pick<Refund, 'requestedCents' | 'parts' | 'reason'> | null
  readonly moved: RefundSplit
  /** Attempts that ended without moving all of their amount. */
  readonly incomplete: number
}

/** `attempts`: oldest first. */
export function progressOf(attempts: readonly Refund[]): RequestProgress {
  const living = attempts.find((refund) => !isRefundIncomplete(refund)) ?? null
  const partly = attempts.find(({ state }) => state === 'partly') ?? null
  return {
    living,
    fixed: living ?? partly,
    moved: sumOf(attempts.map(movedSplit)),
    incomplete: attempts.filter(isRefundIncomplete).length,
  }
}

/** What its attempts have moved or reserved of the order. */
export function takenCents({ living, moved }: RequestProgress): number {
  const reserved = living === null || isRefundSettled(living) ? 0 : living.amountCents
  return totalOf(moved) + reserved
}

const sumOf = (parts: readonly RefundSplit[]): RefundSplit => ({
  giftCents: parts.reduce((sum, { giftCents }) => sum + giftCents, 0),
  cardCents: parts.reduce((sum, { cardCents }) => sum + cardCents, 0),
})
