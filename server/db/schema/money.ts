// The ledger of money, and what its comparison with the cached balances found.

import type { Generated } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { PurchaseId } from '../../domain/base/purchase-id.ts'
import type { RefundId } from '../../domain/base/refund-id.ts'
import type { DifferenceSubject } from '../../domain/money/check-ledger.ts'
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
  gift_card_id: string | null
  account_id: AccountId | null
  dispute_id: string | null
  processor_id: string | null
  source: string
}

/** One row. */
export type LedgerChecksTable = {
  id: number
  checked_at: Created
  /** How many balances were compared. */
  compared: number
}

export type LedgerDifferencesTable = {
  subject: DifferenceSubject
  subject_id: string
  /** The balance in the subject's own row, and the one in the ledger; cents, or credits. */
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
