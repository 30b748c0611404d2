// The part of a payment's record that is applied, and its target.

import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import type { PaymentReturns } from '../../domain/payments/returns.ts'
import type { Tx } from '../core/connect.ts'
import type { Withdraw } from '../orders/rows/order-jobs.ts'

/** Subject that the payment pays for; its row is locked. */
export type Subject =
  | { readonly kind: 'order'; readonly id: OrderId }
  | { readonly kind: 'purchase'; readonly id: PurchaseId }
  | { readonly kind: 'unmatched'; readonly id: null }

export type ReviewContext = {
  readonly tx: Tx
  readonly subject: Subject
  readonly returns: PaymentReturns
  readonly baseUrl: string
  readonly withdraw: Withdraw
  readonly refundIdOf: (orderId: OrderId, processorRefundId: string) => RefundId
}

export const subjectIdsOf = (subject: Subject) => ({
  orderId: subject.kind === 'order' ? subject.id : null,
  purchaseId: subject.kind === 'purchase' ? subject.id : null,
})
