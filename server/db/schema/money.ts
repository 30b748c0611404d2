// The ledger of money, and the differences found by comparing it with the cached balances.

import type { Generated } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { DisputeId } from '../../domain/base/ids/dispute-id.ts'
import type { GiftCardId } from '../../domain/base/ids/gift-card-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import type { DifferenceSubject } from '../../domain/money/difference-subjects.ts'
import type { LedgerAccount, MovementKind } from '../../domain/money/movement.ts'
import type { Created } from './columns.ts'

/** Rows are only added. */
export type MoneyMovementsTable = {
  id: Generated<number>
  booked_at: Created
  kind: MovementKind
  debit: LedgerAccount
  credit: LedgerAccount
  cents: number
  order_id: OrderId | null
  refund_id: RefundId | null
  purchase_id: PurchaseId | null
  gift_card_id: GiftCardId | null
  account_id: AccountId | null
  dispute_id: DisputeId | null
  processor_id: string | null
  source: string
}

/** A single row. */
export type LedgerChecksTable = {
  id: number
  checked_at: Created
  /** Number of compared balances. */
  compared: number
}

export type LedgerDifferencesTable = {
  subject: DifferenceSubject
  subject_id: string
  /** The balance in the subject's row and the balance in the ledger, in cents or credits. */
  cached: number
  booked: number
  found_at: Created
}

/** The views that compare a cached balance with the ledger. */
export type LedgerView = {
  id: string
  cached: number
  booked: number
  agrees: boolean
}
