// A movement of the ledger of money: an amount that one account gave and another received. README.md explains the
// accounts and kinds.

import type { AccountId } from '../base/caller.ts'
import type { DisputeId } from '../base/ids/dispute-id.ts'
import type { GiftCardId } from '../base/ids/gift-card-id.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { PurchaseId } from '../base/ids/purchase-id.ts'
import type { RefundId } from '../base/ids/refund-id.ts'

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

/** Subject of a movement. */
export type MovementSubject = {
  readonly orderId: OrderId | null
  readonly refundId: RefundId | null
  readonly purchaseId: PurchaseId | null
  readonly giftCardId: GiftCardId | null
  readonly accountId: AccountId | null
  /**
   * The processor's id of the dispute. `processorId` is the processor's id of the payment, refund, balance transaction
   * or payout.
   */
  readonly disputeId: DisputeId | null
  readonly processorId: string | null
}

export type NewMovement = Partial<MovementSubject> & {
  readonly kind: MovementKind
  /** The receiving account. */
  readonly debit: LedgerAccount
  /** The giving account. */
  readonly credit: LedgerAccount
  /** Greater than 0. */
  readonly cents: number
  /** Identifies the booking. Each source is booked only once. */
  readonly source: string
}

export type Movement = MovementSubject &
  Pick<NewMovement, 'kind' | 'debit' | 'credit' | 'cents' | 'source'> & {
    /** Ascending in booking order. */
    readonly id: number
    readonly bookedAt: Date
  }
