// Error codes of operator actions: orders, refunds, disputes, purchases and bulk actions.
import type { Advice } from './advice.ts'
import {
  narrowFilterAdvice,
  noSuchDebt,
  noSuchPurchase,
  noSuchWarning,
  selectOrdersAdvice,
} from './sentences.ts'

export const operatorErrors = {
  status_invalid: [
    'There is no such status, or it cannot be set.',
    'Send one of the statuses in the message.',
  ],
  order_unpaid: [
    'The order is not paid, so it cannot advance.',
    'Wait for the payment, or cancel the order.',
  ],
  order_unpaid_unconfirmed: [
    'The order is not paid. Advancing it gives the parts away for free.',
    'If this is intended, send `unpaid: true`.',
  ],
  order_refunded_unconfirmed: [
    'The order was refunded in full. Advancing it gives the parts away for free.',
    'If this is intended, send `unpaid: true`.',
  ],
  order_refunded: [
    'The order was refunded in full, so it cannot be queued.',
    'Take no action, or advance it unpaid and queue it from the desk.',
  ],
  order_version_missing: [
    'The change does not state the order version that it is based on.',
    'Read the order, and send its `version`.',
  ],
  order_changed: [
    'The order has changed since its version was read. Nothing was saved.',
    'Read it again, and decide with the current data.',
  ],
  order_held: ['The order is on hold. The message states the reason.', 'Release it first.'],
  order_needs_review: [
    'The file of the order has a finding that a person must review.',
    'Check the file, and mark the order as reviewed.',
  ],
  refund_decision_required: [
    'The request closes a paid order without stating the refund.',
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
    'The refund exceeds the remaining payment.',
    'Refund at most the amount in the message.',
  ],
  refund_disputed: [
    'The customer’s bank disputes the payment, so the card processor refunds nothing of it.',
    'Wait for the end of the dispute.',
  ],
  refund_parts_left: [
    'The line has fewer parts left to refund.',
    'Refund at most the number in the message.',
  ],
  refund_postage_left: ['The postage was already refunded.', 'Omit `refundShipping`.'],
  refund_parts_free: ['The parts cost less than one cent.', 'Refund an amount instead.'],
  refund_not_returned: [
    'The order has no returned refund with this id.',
    'Read the refunds of the order.',
  ],
  refund_resolved: [
    'Another note says how the refund was settled. The message quotes it with its author.',
    'Read the refunds of the order.',
  ],
  refund_refused: [
    'The card processor refused the refund. The message quotes the reason and states the moved amounts.',
    'Correct the problem, or refund in another way.',
  ],
  dispute_not_found: ['There is no such dispute.', 'List the disputes.'],
  dispute_answered: [
    'The bank does not expect a response to this dispute.',
    'Wait for its decision.',
  ],
  evidence_text_missing: [
    'No order was paid with this payment, so the evidence needs a text. Nothing was sent.',
    'Send `text`.',
  ],
  evidence_refused: [
    'The card processor refused the evidence. Nothing was sent to the bank.',
    'Correct the problem that the message quotes.',
  ],
  fraud_warning_not_found: [noSuchWarning, 'List the warnings.'],
  fraud_warning_resolved: [
    'Another note says how the warning was dealt with. The message quotes it with its author.',
    'Read the warning.',
  ],
  purchase_not_found: [noSuchPurchase, 'List the purchases.'],
  purchase_spent: ['The purchase is used up.', 'Refund an amount if the buyer should owe it.'],
  purchase_refund_open: [
    'An earlier refund of the purchase is not confirmed.',
    'Repeat that one with the same amount.',
  ],
  gift_card_voided: ['The gift card is void, or was changed at the same time.', 'Read it again.'],
  debt_not_found: [noSuchDebt, 'List the debts.'],
  debt_not_owed_back: ['Nothing of the debt is owed to the buyer.', 'List the debts.'],
  debt_not_creditable: [
    'The gift card is void or the account was deleted, so nothing can be credited.',
    'Pay the money back instead.',
  ],
  attachment_not_found: ['There is no such attachment.', 'Upload it first.'],
  hold_too_late: ['The order is finished, so it cannot be put on hold.', 'No action is needed.'],
  bulk_empty: ['No orders are selected.', selectOrdersAdvice],
  bulk_too_large: ['More orders are selected than the limit of one action.', narrowFilterAdvice],
  bulk_not_found: ['There is no such bulk action. Old ones are deleted.', 'Start a new one.'],
  filter_capped: [
    'The filter matches more orders than can be searched, so an action on it would miss some.',
    'Narrow the filter.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
