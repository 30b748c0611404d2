// How a purchase's payment went back.
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../schema/database.ts'
import type { PurchasesTable } from '../schema/web.ts'

export type Tx = Transaction<Database>
export type PurchaseRow = Selectable<PurchasesTable>

/** The refund or dispute by which a purchase's payment went back, and the ledger account that has the money. */
export type PurchaseReturn = {
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly cents: number
  /** Distinguishes its movements in the ledger, where more is taken back later. */
  readonly booking: string
}
export const holderOf = ({ kind }: Pick<PurchaseReturn, 'kind'>) =>
  kind === 'refund' ? ('processor' as const) : ('disputed' as const)

/** What was taken back, and is returned with the payment. */
export type Taken = { readonly cents: number; readonly credits: number }

export const aboutOf = (
  { id: purchaseId, account_id: accountId }: PurchaseRow,
  { id, kind }: Pick<PurchaseReturn, 'id' | 'kind'>,
) => ({
  purchaseId,
  accountId,
  processorId: id,
  disputeId: kind === 'dispute' ? id : null,
})
