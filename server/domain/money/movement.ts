// A movement of the ledger of money: an amount that one account gave and another one received. README.md says what each account and kind
// means.

import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { RefundId } from '../base/refund-id.ts'

export const ledgerAccounts = [
  'processor',
  'bank',
  'orders',
  'gift_cards',
  'credits',
  'unmatched',
  'disputed',
  'debts',
  'fees',
  'credits_used',
  'breakage',
  'losses',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

export const movementKinds = [
  'charge',
  'refund',
  'refund_returned',
  'gift_card_sold',
  'gift_card_used',
  'gift_card_returned',
  'gift_card_refunded',
  'gift_card_reversed',
  'gift_card_reinstated',
  'gift_card_voided',
  'credits_sold',
  'credits_used',
  'credits_returned',
  'credits_reversed',
  'credits_reinstated',
  'unmatched_payment',
  'unmatched_refund',
  'unmatched_refund_returned',
  'unmatched_matched',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'debt',
  'debt_settled',
  'debt_written_off',
  'debt_reinstated',
  'fee',
  'fee_returned',
  'payout',
  'payout_returned',
  'adjustment',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** What a movement is about. */
export type MovementSubject = {
  readonly orderId: OrderId | null
  readonly refundId: RefundId | null
  readonly purchaseId: PurchaseId | null
  readonly giftCardId: string | null
  readonly accountId: AccountId | null
  /** The processor's id of the dispute. `processorId` is its id of the payment, refund, balance transaction or payout. */
  readonly disputeId: string | null
  readonly processorId: string | null
}

export type NewMovement = Partial<MovementSubject> & {
  readonly kind: MovementKind
  /** The account that receives. */
  readonly debit: LedgerAccount
  /** The account that gives. */
  readonly credit: LedgerAccount
  /** Above 0. */
  readonly cents: number
  /** Identifies what is booked: nothing is booked twice under one source. */
  readonly source: string
}

export type Movement = MovementSubject &
  Pick<NewMovement, 'kind' | 'debit' | 'credit' | 'cents' | 'source'> & {
    /** Ascending in the order of booking. */
    readonly id: number
    readonly bookedAt: Date
  }
