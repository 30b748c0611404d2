// A change in an order's history, and its description for operators with an outdated form.

import { utcMinute } from '../../base/time/date-format.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { type OrderStatus, shortLabel } from '../record/status.ts'
import type { EnteredTracking } from '../record/tracking.ts'
import { type DisputeStep, disputeText } from '../reversals/dispute-step.ts'
import { type PaymentStep, paymentText } from '../reversals/payment-step.ts'
import {
  isRefundIncomplete,
  movedSplit,
  type Refund,
  type RefundState,
} from '../reversals/refund.ts'
import { refundItemsText } from '../reversals/refund-parts.ts'

/** Causes of order changes other than operators, as stored in the history. */
export const changeSources = {
  submit: 'submit',
  payment: 'payment',
  paymentDeadline: 'payment deadline',
  newCheckout: 'new checkout',
  giftCard: 'gift card',
  cardProcessor: 'card processor',
  printJob: 'print job',
  farmReport: 'farm report',
} as const

export type ChangeSource = (typeof changeSources)[keyof typeof changeSources]

const actorLabels: Readonly<Record<ChangeSource, string>> = {
  submit: 'Customer',
  payment: 'Card processor',
  'payment deadline': 'Payment deadline',
  'new checkout': 'Customer',
  'gift card': 'Gift card',
  'card processor': 'Card processor',
  'print job': 'Farm',
  'farm report': 'Farm',
}

const isChangeSource = (by: string): by is ChangeSource => Object.hasOwn(actorLabels, by)

/** Returns the actor of a change: its source as text, or the operator's email address. */
export const actorLabel = (by: OrderChange['by']): string =>
  isChangeSource(by) ? actorLabels[by] : by

/** Operators' changes of an order other than status, tracking and refunds. */
export const workKinds = ['hold', 'release', 'priority', 'note', 'to_review', 'reviewed'] as const
export type WorkKind = (typeof workKinds)[number]

/** `isReturned`: the bank returned the refund, possibly after this change. */
export type RefundStep = Pick<Refund, 'amountCents' | 'giftCents' | 'state' | 'parts'> & {
  readonly isReturned: boolean
}

export type OrderChange = {
  /** The order's version after the change. */
  readonly version: number
  readonly at: Date
  /** An operator's email address, or one of `changeSources`. */
  readonly by: string
  readonly from: OrderStatus
  readonly to: OrderStatus
  readonly trackingFrom: EnteredTracking | null
  readonly trackingTo: EnteredTracking | null
  /** Set for a refund and for each change of its state. */
  readonly refund: RefundStep | null
  /** `detail`: the reason for a hold, the priority, or the findings to review. */
  readonly work: { readonly kind: WorkKind; readonly detail: string | null } | null
  /** Outcome of a payment that the order could not use. */
  readonly payment: PaymentStep | null
  /** Outcome of a dispute of its payment. */
  readonly dispute: DisputeStep | null
  /** Reprinted parts, and the reason. */
  readonly reprint: string | null
}

/** Returns text such as "2026-11-22 10:15 UTC, ada@example.com: status changed from Accepted to Printing". */
export function describeChange(change: OrderChange): string {
  return `${utcMinute(change.at)}, ${change.by}: ${changeText(change)}`
}

/** Returns text such as "status changed from Accepted to Printing". */
export const changeText = (change: OrderChange): string => {
  const parts = partsOf(change)
  return parts.length === 0 ? 'saved without a change' : parts.join('; ')
}

/** Whether the order was saved without changes. Events of earlier releases do not include the previous status. */
export const isWithoutChange = (change: OrderChange): boolean => partsOf(change).length === 0

/** Returns an empty list if nothing was changed. */
function partsOf(change: OrderChange): string[] {
  const { from, to, trackingFrom, trackingTo, refund, work, payment, dispute, reprint } = change
  if (work !== null) return [workText(work)]
  if (refund !== null) return [refundText(refund)]
  if (payment !== null) return [paymentText(payment)]
  if (dispute !== null) return [disputeText(dispute)]
  if (reprint !== null) return [`printed again: ${reprint}`]
  const parts: string[] = []
  if (from !== to) parts.push(`status changed from ${shortLabel(from)} to ${shortLabel(to)}`)
  const [before, after] = [trackingWords(trackingFrom), trackingWords(trackingTo)]
  if (before !== after) parts.push(`tracking changed from ${before} to ${after}`)
  return parts
}

function workText({ kind, detail }: NonNullable<OrderChange['work']>): string {
  switch (kind) {
    case 'hold':
      return `put on hold: ${detail ?? 'no reason given'}`
    case 'release':
      return 'released from hold'
    case 'priority':
      return `priority set to ${detail ?? 'normal'}`
    case 'note':
      return 'note added'
    case 'to_review':
      return `needs a review: ${detail ?? 'no command given'}`
    case 'reviewed':
      return 'reviewed, may be printed'
  }
}

function refundText(step: RefundStep): string {
  const { amountCents, state, parts, isReturned } = step
  const { giftCents } = movedSplit(step)
  const failed =
    isReturned && isRefundIncomplete(step) ? 'returned by the bank' : refundWords[state]
  const rest = state === 'partly' ? `, ${formatDollars(giftCents)} went to the gift card` : ''
  const what = parts === null ? '' : ` for ${refundItemsText(parts)}`
  return `refund of ${formatDollars(amountCents)}${what} ${failed}${rest}`
}

const refundWords: Readonly<Record<RefundState, string>> = {
  started: 'requested',
  unknown: 'not confirmed yet',
  succeeded: 'paid out',
  failed: 'failed',
  partly: 'failed',
}

function trackingWords(tracking: EnteredTracking | null): string {
  if (tracking === null) return 'none'
  const { carrier, number, url } = tracking
  return `${carrier} ${number}${url === null ? '' : ` (${url})`}`
}

/** Whether the order was cancelled because its buyer ordered the basket again. */
export const isByNewCheckout = ({ to, by }: OrderChange): boolean =>
  to === 'CANCELLED' && by === changeSources.newCheckout

/** Whether the order was cancelled because it was not paid in time. */
export const isByDeadline = ({ to, by }: OrderChange): boolean =>
  to === 'CANCELLED' && by === changeSources.paymentDeadline
