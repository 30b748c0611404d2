// Refusals of what operators do about disputes, purchases and debts.

import type { PurchaseDeskFailure } from '../../domain/operators/purchase-desk.ts'
import type { DisputeFailure } from '../../domain/orders/disputes/failure.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'

export function disputeRefusal(failure: DisputeFailure | PurchaseDeskFailure): {
  status: number
  error: string
} {
  switch (failure.kind) {
    case 'dispute_not_found':
      return { status: 404, error: 'There is no such dispute.' }
    case 'dispute_answered':
      return { status: 409, error: 'The bank waits for no answer in this dispute.' }
    case 'evidence_text_missing':
      return {
        status: 400,
        error:
          'text: is required, because no order was paid with this payment. Nothing was sent to the bank.',
      }
    case 'evidence_refused':
      return {
        status: 409,
        error: `The card processor refused the evidence: "${failure.reason}". Nothing was sent to the bank.`,
      }
    case 'purchase_not_found':
      return { status: 404, error: 'There is no such purchase.' }
    case 'purchase_unpaid':
      return { status: 409, error: 'This purchase is not paid; there is nothing to refund.' }
    case 'purchase_refund_too_large':
      return {
        status: 409,
        error: `Only ${formatDollars(failure.leftCents)} of this purchase can still be refunded.`,
      }
    case 'purchase_spent':
      return {
        status: 409,
        error: `All of this purchase is spent. ${formatDollars(failure.leftCents)} of it can still be refunded by its amount; the buyer then owes it.`,
      }
    case 'purchase_refund_open':
      return {
        status: 409,
        error: `A refund of ${formatDollars(failure.amountCents)} of this purchase is not confirmed yet. Repeat it with the same amount.`,
      }
    case 'purchase_refund_refused':
      return {
        status: 409,
        error: `The card processor refused this refund: "${failure.reason}". No money was moved.`,
      }
    case 'gift_card_voided':
      return { status: 409, error: 'This gift card is void, or was changed at the same time.' }
    case 'debt_not_found':
      return { status: 404, error: 'There is no such debt, or nothing of it is open.' }
    case 'debt_not_owed_back':
      return { status: 404, error: 'There is no such debt, or nothing of it is owed back.' }
    case 'debt_not_creditable':
      return {
        status: 409,
        error:
          'The gift card is void, or the account was deleted, so nothing can be credited. Pay the money back instead.',
      }
    case 'fraud_warning_not_found':
      return { status: 404, error: 'There is no such fraud warning.' }
  }
}
