// The part of a payment's record that is applied, and its target.
import type { Transaction } from 'kysely'
import type { PaymentReturns } from '../../domain/payments/returns.ts'
import type { Withdraw } from '../orders/order-jobs.ts'
import type { Database } from '../schema/database.ts'

/** What the payment pays for; its row is locked. */
export type Subject =
  | { readonly kind: 'order' | 'purchase'; readonly id: string }
  | { readonly kind: 'unmatched'; readonly id: null }

export type Applying = {
  readonly tx: Transaction<Database>
  readonly subject: Subject
  readonly returns: PaymentReturns
  readonly baseUrl: string
  readonly withdraw: Withdraw
  readonly refundIdOf: (orderId: string, processorRefundId: string) => string
}

export const aboutOf = ({ kind, id }: Subject) => ({
  orderId: kind === 'order' ? id : null,
  purchaseId: kind === 'purchase' ? id : null,
})
