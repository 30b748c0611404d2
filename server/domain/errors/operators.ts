// Codes of what operators do: orders, refunds, disputes, purchases and bulk actions.
import type { Advice } from './advice.ts'

export const operatorErrors = {
  status_invalid: [
    'There is no such status, or nobody can set it.',
    'Send one of those in the sentence.',
  ],
  order_unpaid: [
    'The order is not paid, so it cannot be moved on.',
    'Wait for the payment, or cancel the order.',
  ],
  order_unpaid_unconfirmed: [
    'The order is not paid. Moving it on gives the parts away.',
    'If that is meant, send `unpaid: true`.',
  ],
  order_refunded_unconfirmed: [
    'The order was refunded in full. Moving it on gives the parts away.',
    'If that is meant, send `unpaid: true`.',
  ],
  order_refunded: [
    'The order was refunded in full, so it cannot be queued.',
    'Leave it, or queue it from the desk after it was moved on unpaid.',
  ],
  order_version_missing: [
    'The change does not say which version of the order it is based on.',
    'Read the order, and send its `version`.',
  ],
  order_changed: [
    'The order has changed since its version was read. Nothing was saved.',
    'Read it again, and decide by what it is now.',
  ],
  order_held: ['The order is on hold. The sentence has the reason.', 'Release it first.'],
  order_needs_review: [
    'The file of the order has a finding that a person must look at.',
    'Check the file, and mark the order as reviewed.',
  ],
  refund_decision_required: [
    'A paid order is being closed, and the request does not say what to refund.',
    'Send `refund`, `refundCents`, or `refundLines` with `refundShipping`.',
  ],
  refund_not_closing: [
    'A refund was sent with a status that does not close the order.',
    'Use the refund endpoint.',
  ],
  tracking_required: [
    'A shipped order needs its tracking.',
    'Send `tracking` with carrier and number, or `withoutTracking: true`.',
  ],
  tracking_contradicts: [
    'Tracking was sent together with the statement that there is none.',
    'Send one of the two.',
  ],
  refund_unpaid: ['Nothing was paid, so nothing can be refunded.', 'Cancel the order instead.'],
  refund_too_large: [
    'More was to be refunded than is left of the payment.',
    'Refund at most the amount in the sentence.',
  ],
  refund_disputed: [
    'The customer’s bank disputes the payment, so the card processor refunds nothing of it.',
    'Wait for the end of the dispute.',
  ],
  refund_parts_left: [
    'The line has fewer parts left to refund.',
    'Refund at most the number in the sentence.',
  ],
  refund_postage_left: ['The postage was refunded already.', 'Leave `refundShipping` out.'],
  refund_parts_free: ['The parts cost less than one cent.', 'Refund an amount instead.'],
  refund_not_returned: [
    'The order has no refund with this id that a bank returned.',
    'Read the refunds of the order.',
  ],
  refund_refused: [
    'The card processor refused the refund. The sentence quotes it and says what was moved.',
    'Correct what it names, or refund in another way.',
  ],
  dispute_not_found: ['There is no such dispute.', 'List the disputes.'],
  dispute_answered: [
    'The bank does not wait for an answer in this dispute.',
    'Wait for its decision.',
  ],
  evidence_text_missing: [
    'No order was paid with this payment, so the evidence needs a text. Nothing was sent.',
    'Send `text`.',
  ],
  evidence_refused: [
    'The card processor refused the evidence. Nothing was sent to the bank.',
    'Correct what the sentence quotes.',
  ],
  fraud_warning_not_found: ['There is no such fraud warning.', 'List the warnings.'],
  purchase_not_found: ['There is no such purchase.', 'List the purchases.'],
  purchase_spent: ['All of the purchase is spent.', 'Refund an amount if the buyer shall owe it.'],
  purchase_refund_open: [
    'An earlier refund of the purchase is not confirmed.',
    'Repeat that one with the same amount.',
  ],
  gift_card_voided: ['The gift card is void, or was changed at the same time.', 'Read it again.'],
  debt_not_found: ['There is no such debt, or nothing of it is open.', 'List the debts.'],
  debt_not_owed_back: ['Nothing of the debt is owed back.', 'List the debts.'],
  debt_not_creditable: [
    'The gift card is void or the account was deleted, so nothing can be credited.',
    'Pay the money back instead.',
  ],
  attachment_not_found: ['There is no such attachment.', 'Upload it first.'],
  hold_too_late: ['The order has ended, so there is nothing to hold.', 'Leave it.'],
  bulk_empty: ['No orders are chosen.', 'Select orders, or a filter that finds some.'],
  bulk_too_large: [
    'More orders are chosen than one action takes.',
    'Narrow the filter, and repeat the action for the rest.',
  ],
  bulk_not_found: ['There is no such bulk action. Old ones are deleted.', 'Start a new one.'],
  filter_capped: [
    'The filter finds more orders than can be looked through, so an action on it would miss some.',
    'Narrow the filter.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
