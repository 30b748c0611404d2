// How a purchase's payment went back.
import { type Selectable, sql } from 'kysely'
import type { NewMovement } from '../../domain/money/movement.ts'
import type { PurchasesTable } from '../schema/shop.ts'

export type PurchaseRow = Selectable<PurchasesTable>

/** The refund or dispute by which a purchase's payment went back. */
export type PurchaseReturn = {
  /** The id of its row. */
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly cents: number
  /** Distinguishes its movements in the ledger, where more is taken back later. */
  readonly booking: string
}

/** The account of the ledger that has the money. */
export const holderOf = ({ kind }: Pick<PurchaseReturn, 'kind'>) =>
  kind === 'refund' ? ('processor' as const) : ('disputed' as const)

/** Where value that is given back comes from: an account of the ledger, and the source of the movement. */
export type GivenFrom = Pick<NewMovement, 'debit' | 'source'>

/** What was taken back, and is returned with the payment. */
export type TakenValue = { readonly cents: number; readonly credits: number }

export const aboutOf = (
  { id: purchaseId, account_id: accountId }: PurchaseRow,
  { id, kind }: Pick<PurchaseReturn, 'id' | 'kind'>,
) => {
  const processorId = processorIdOf(id)
  return { purchaseId, accountId, processorId, disputeId: kind === 'dispute' ? processorId : null }
}

/** A dispute that was won and is lost again takes the payment back once more, under a row of its own. */
export const returnIdOf = (processorId: string, earlier: number): string =>
  earlier === 0 ? processorId : `${processorId}/${earlier + 1}`

/** The processor's id of the refund or dispute. */
export const processorIdOf = (returnId: string): string => returnId.replace(/\/\d+$/, '')

/** The processor's id in a row of `purchase_returns` that the query names `alias`. */
export const returnedBy = (alias = 'purchase_returns') =>
  sql<string>`split_part(${sql.ref(`${alias}.id`)}, '/', 1)`
