// Refusals of changing and refunding an order. Refusals that also apply to printing are in farm.ts.
import { quoteForeign, quoteReason } from '../../domain/base/text/text.ts'
import { refundDisputed } from '../../domain/errors/sentences.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import type { RefundFailure, StatusFailure } from '../../domain/orders/failure.ts'
import { describeChange, type OrderChange } from '../../domain/orders/history/change.ts'
import { findingText } from '../../domain/orders/record/file-review.ts'
import { isOperatorStatus, orderStatusLabels } from '../../domain/orders/record/status.ts'
import { totalOf } from '../../domain/orders/reversals/refund.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { firstNoteText } from './first-note.ts'
import type { Refusals } from './refusal.ts'

const statuses = Object.keys(orderStatusLabels)

export const orderChangeRefusals: Refusals<Exclude<StatusFailure | RefundFailure, FarmFailure>> = {
  status_invalid: [400, `Invalid status. One of: ${statuses.filter(isOperatorStatus).join(', ')}`],
  web_status_invalid: [400, `Invalid status. One of: ${statuses.join(', ')}`],
  order_unpaid: [409, 'This order is not paid; it cannot be moved on.'],
  order_unpaid_unsaid: [
    409,
    'This order is not paid; it cannot be moved on. If it was paid otherwise or is a gift, send unpaid: true.',
  ],
  order_refunded_unsaid: [
    409,
    'This order was refunded in full. To print it all the same, send unpaid: true.',
  ],
  order_version_missing: [
    428,
    'version is required: the version of the order that the change is based on, from GET /api/operator/orders/{code}.',
  ],
  refund_unsaid: ({ leftCents }) => [
    409,
    `This order is paid, and ${formatDollars(leftCents)} can be refunded. Send refund: "full", refund: "none", refundCents from 1 to ${leftCents}, or refundLines and refundShipping.`,
  ],
  refund_not_closing: [
    400,
    'refund and refundCents require CANCELLED or REJECTED. Use the refund endpoint.',
  ],
  order_erased: [
    409,
    'The personal data of this order was removed, so nothing can be sent to its address or ordered from it again.',
  ],
  order_held: ({ reason }) => [
    409,
    `This order is on hold: ${quoteForeign(reason)}. Release it first.`,
  ],
  order_needs_review: ({ finding }) => [
    409,
    `This order needs a review: ${findingText(finding)}. Check the file, then press “Reviewed: may be printed” on the order’s page.`,
  ],
  order_changed: (failure) => [409, orderChanged(failure)],
  tracking_required: [
    400,
    'SHIPPED needs tracking with carrier and number, or withoutTracking: true.',
  ],
  tracking_contradicts: [400, 'Send either tracking or withoutTracking: true, not both.'],
  print_job_not_running: ({ status }) => [
    409,
    `This order is not printing (it is ${status}); there is no print to finish.`,
  ],
  refund_unpaid: [409, 'This order is not paid; there is nothing to refund.'],
  refund_too_large: ({ leftCents }) => [
    409,
    `Only ${formatDollars(leftCents)} of this order can still be refunded.`,
  ],
  refund_disputed: [409, `${refundDisputed}: see /operator/disputes.`],
  refund_parts_left: (failure) => [409, partsLeftText(failure)],
  refund_postage_left: [409, 'No postage of this order is left to refund.'],
  refund_parts_free: [409, 'These parts cost less than one cent. Refund an amount instead.'],
  refund_not_returned: [404, 'This order has no refund with this id that a bank returned.'],
  refund_resolved: (first) => [409, firstNoteText(first)],
  refund_refused: (failure) => [
    409,
    `The card processor refused this refund: ${quoteReason(failure.reason)}. ${movedText(failure)}`,
  ],
}

function partsLeftText({
  line,
  of,
  left,
}: Extract<RefundFailure, { kind: 'refund_parts_left' }>): string {
  if (left === 0) return `All parts of line ${line} were refunded.`
  if (left === of) return `Line ${line} has only ${of === 1 ? '1 part' : `${of} parts`}.`
  return `Only ${left} of the ${of} parts of line ${line} can still be refunded.`
}

/** States the amount that an earlier attempt under the same key refunded, although this attempt was refused. */
function movedText({
  moved,
  leftCents,
}: Extract<RefundFailure, { kind: 'refund_refused' }>): string {
  if (totalOf(moved) === 0) return 'No money was moved.'
  return `${formatDollars(totalOf(moved))} of this request went to the gift card; ${formatDollars(leftCents)} was not moved. To refund the rest, send the same request again with the same key.`
}

function orderChanged({ version, changes }: { version: number; changes: readonly OrderChange[] }) {
  const what = changes.length === 0 ? '' : ` ${changes.map(describeChange).join('. ')}.`
  return `This order has changed since then and is now at version ${version}. Nothing was saved.${what}`
}
