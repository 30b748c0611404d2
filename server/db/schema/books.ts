// The books: the card processor's balance transactions and payouts, their comparison with the ledger, and closed months.

import type { Generated } from 'kysely'
import type { DisputeId } from '../../domain/base/ids/dispute-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PaymentId } from '../../domain/base/ids/payment-id.ts'
import type { PayoutId } from '../../domain/base/ids/payout-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { TransactionAbout, TransactionOwner } from '../../domain/books/ports.ts'
import type { Created, Json } from './columns.ts'

export type ProcessorTransactionsTable = {
  id: string
  /** The processor's word. */
  type: string
  about: TransactionAbout
  /** `other`: a payment of another system that uses the account. */
  owner: TransactionOwner
  /** In cents; negative when it left the balance. */
  amount_cents: number
  fee_cents: number
  net_cents: number
  currency: string
  /** Id of the charge, refund, dispute or payout at the processor. */
  source_id: string | null
  payment_id: PaymentId | null
  /** The payout that contained it. */
  payout_id: PayoutId | null
  created_at: Date
  /** Whether all of it is booked in the ledger. */
  booked: Generated<boolean>
}

export type ProcessorPayoutsTable = {
  id: PayoutId
  amount_cents: number
  status: string
  /** The processor lists the transactions of automatic payouts only. */
  automatic: boolean
  is_complete: boolean
  created_at: Date
  arrives_at: Date
  failure: string | null
  is_listed: Generated<boolean>
  /** Excludes the payments of other systems; null before it was booked. */
  own_cents: number | null
}

export type ReadingPhase = 'transactions' | 'payouts' | 'contents' | 'compare'

/** A single row. */
export type BalanceReadingsTable = {
  id: number
  phase: ReadingPhase | null
  started_at: Date | null
  after_id: string | null
  payout_id: PayoutId | null
  leased_until: Created
  /** The time up to which everything was read at least once. */
  read_until: Date | null
}

export type TieOutsTable = {
  id: Generated<number>
  at: Created
  compared_until: Date
  compared: number
  difference_cents: number
  differences: number
  unexplained: number
}

export type TieOutDifferencesTable = {
  part: TransactionAbout
  object_id: string
  processor_cents: number
  ledger_cents: number
  order_id: OrderId | null
  purchase_id: PurchaseId | null
  dispute_id: DisputeId | null
  moved_at: Date
  found_at: Created
  explanation: string | null
  explained_by: string | null
  explained_at: Date | null
}

/** Rows are only added. */
export type MonthClosingsTable = {
  /** 2026-11 */
  month: string
  begins_at: Date
  ends_at: Date
  figures: Json
  closed_by: string
  closed_at: Created
}
