// Disputes, early fraud warnings, and purchases whose payment was reversed.

import type { Generated } from 'kysely'
import type { DisputeId } from '../../domain/base/ids/dispute-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PaymentId } from '../../domain/base/ids/payment-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import type { DisputeStatus } from '../../domain/payments/returns.ts'
import type { Created, OwnerId } from './columns.ts'

export type DisputesTable = {
  /** The processor's id. */
  id: DisputeId
  payment_id: PaymentId
  order_id: OrderId | null
  purchase_id: PurchaseId | null
  /** Amount that the bank claims. */
  amount_cents: number
  /** Amount that the bank holds. */
  withdrawn_cents: Generated<number>
  /** Amount that the bank finally took of the order's payment. */
  lost_cents: Generated<number>
  fee_cents: Generated<number>
  reason: string
  status: DisputeStatus
  evidence_due_at: Date | null
  evidence_submitted_at: Date | null
  evidence_by: string | null
  opened_at: Date
  closed_at: Date | null
  found_at: Created
  updated_at: Created
}

export type FraudWarningsTable = {
  /** The processor's id. */
  id: string
  payment_id: PaymentId
  order_id: OrderId | null
  purchase_id: PurchaseId | null
  fraud_type: string
  /** Whether the payment was neither refunded nor disputed. */
  actionable: boolean
  warned_at: Date
  found_at: Created
  /** How an operator resolved the warning. */
  resolved_at: Date | null
  resolved_by: string | null
  resolution: string | null
}

export type PaymentReviewsTable = {
  payment_id: PaymentId
  /** When an event last named the payment, and when one first did. */
  requested_at: Created
  since: Created
  checked_at: Date | null
  looks: Generated<number>
}

/** A single row. */
export type ReturnSearchesTable = {
  id: number
  due_at: Created
  finished_at: Date | null
}

export type PurchaseReturnsTable = {
  /** The processor's id of the refund or dispute, followed by /2 when a dispute took the payment back for the second time. */
  id: string
  purchase_id: PurchaseId
  account_id: OwnerId
  kind: 'refund' | 'dispute'
  cents: number
  /** Unspent value that was withdrawn. The rest is a debt. */
  taken_cents: number
  taken_credits: Generated<number>
  at: Created
  reinstated_at: Date | null
}

/** Refunds of purchases that operators requested. */
export type PurchaseRefundsTable = {
  id: RefundId
  purchase_id: PurchaseId
  payment_id: PaymentId
  amount_cents: number
  reason: string
  requested_by: string
  state: Generated<'open' | 'succeeded' | 'failed'>
  processor_refund_id: string | null
  failure: string | null
  created_at: Created
  updated_at: Created
  checked_at: Created
}

export type DebtsTable = {
  id: Generated<string>
  return_id: string
  purchase_id: PurchaseId
  account_id: OwnerId
  /** Sum of the following amounts. */
  cents: number
  left_cents: number
  /** Returned to the gift card or the account. */
  returned_cents: Generated<number>
  returned_credits: Generated<number>
  settled_cents: Generated<number>
  /** Part of `settled_cents` that was returned to the buyer, because the payment came back. */
  paid_back_cents: Generated<number>
  written_off_cents: Generated<number>
  /** The part that ended because the payment came back. */
  reinstated_cents: Generated<number>
  closed_by: string | null
  note: string | null
  at: Created
  updated_at: Created
}
