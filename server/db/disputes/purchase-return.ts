// How a purchase's payment was reversed.

import { type Selectable, sql } from 'kysely'
import { disputeIdOf } from '../../domain/base/ids/dispute-id.ts'
import type { NewMovement } from '../../domain/money/movement.ts'
import type { PurchasesTable } from '../schema/shop.ts'

export type PurchaseRow = Selectable<PurchasesTable>

/** The refund or dispute that took back a purchase's payment. */
export type PurchaseReturn = {
  /** Id of its row. */
  readonly id: string
  readonly kind: 'refund' | 'dispute'
  readonly cents: number
  /** Distinguishes its movements in the ledger when more is withdrawn later. */
  readonly booking: string
}

/** Returns the ledger account that has the money. */
export const holderOf = ({ kind }: Pick<PurchaseReturn, 'kind'>) =>
  kind === 'refund' ? ('processor' as const) : ('disputed' as const)

/** Where refunded value comes from: an account of the ledger, and the source of the movement. */
export type GivenFrom = Pick<NewMovement, 'debit' | 'source'>

/** Value that was withdrawn, and that returns with the payment. */
export type TakenValue = { readonly cents: number; readonly credits: number }

export const movementSubjectOf = (
  { id: purchaseId, account_id: accountId }: PurchaseRow,
  { id, kind }: Pick<PurchaseReturn, 'id' | 'kind'>,
) => {
  const processorId = processorIdOf(id)
  const disputeId = kind === 'dispute' ? disputeIdOf(processorId) : null
  return { purchaseId, accountId, processorId, disputeId }
}

/** Returns the row id. A dispute that was won and is then lost takes the payment back again, under a separate row. */
export const returnIdOf = (processorId: string, earlier: number): string =>
  earlier === 0 ? processorId : `${processorId}/${earlier + 1}`

/** Returns the processor's id of the refund or dispute. */
export const processorIdOf = (returnId: string): string => returnId.replace(/\/\d+$/, '')

/** The processor's id in a row of `purchase_returns`. `alias` is the row's name in the query. */
export const returnedBy = (alias = 'purchase_returns') =>
  sql<string>`split_part(${sql.ref(`${alias}.id`)}, '/', 1)`
