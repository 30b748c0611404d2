// Refusals of buying gift cards and credits, and of operators' actions on these purchases. The refusal for a debt is in
// generation.ts.

import { quoteReason } from '../../domain/base/text/text.ts'
import { noSuchDebt, noSuchPurchase } from '../../domain/errors/sentences.ts'
import { giftAmountCents } from '../../domain/gift-cards/buy.ts'
import type { DebtFailure } from '../../domain/gift-cards/debt.ts'
import type { PurchaseFailure } from '../../domain/gift-cards/failure.ts'
import { openCheckoutText } from '../../domain/limits/open-checkouts.ts'
import type { PurchaseDeskFailure } from '../../domain/operators/purchase-desk.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const purchaseRefusals: Refusals<
  Exclude<PurchaseFailure, DebtFailure> | PurchaseDeskFailure
> = {
  gift_amount_invalid: [
    400,
    `amountCents must be a whole number from ${giftAmountCents.min} to ${giftAmountCents.max}.`,
  ],
  gift_recipient_invalid: [
    400,
    'recipientEmail must be one plain email address, such as name@example.com.',
  ],
  gift_message_too_long: ({ limit }) => [400, `message is too long (max ${limit} characters).`],
  too_many_open_purchases: ({ limit, retryAfterSeconds }) => [
    429,
    `Your account has ${limit} payment pages open. Pay at one of them, or wait until the oldest ends, ${openCheckoutText} after it was opened. Nothing was charged.`,
    retryAfter(retryAfterSeconds),
  ],
  credit_pack_unknown: ({ packs }) => [400, `Invalid pack. One of: ${packs.join(', ')}`],
  purchase_not_found: [404, noSuchPurchase],
  purchase_unpaid: [409, 'This purchase is not paid; there is nothing to refund.'],
  purchase_refund_too_large: ({ leftCents }) => [
    409,
    `Only ${formatDollars(leftCents)} of this purchase can still be refunded.`,
  ],
  purchase_spent: ({ leftCents }) => [
    409,
    `All of this purchase is spent. ${formatDollars(leftCents)} of it can still be refunded by its amount; the buyer then owes it.`,
  ],
  purchase_refund_open: ({ amountCents }) => [
    409,
    `A refund of ${formatDollars(amountCents)} of this purchase is not confirmed yet. Repeat it with the same amount.`,
  ],
  purchase_refund_refused: ({ reason }) => [
    409,
    `The card processor refused this refund: ${quoteReason(reason)}. No money was moved.`,
  ],
  gift_card_voided: [409, 'This gift card is void, or was changed at the same time.'],
  debt_not_found: [404, noSuchDebt],
  debt_not_owed_back: [404, 'There is no such debt, or nothing of it is owed back.'],
  debt_not_creditable: [
    409,
    'The gift card is void, or the account was deleted, so nothing can be credited. Pay the money back instead.',
  ],
}
