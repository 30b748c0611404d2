// Between a refund and its row.
import type { Selectable } from 'kysely'
import type { Refund, RefundState } from '../../domain/orders/refund.ts'
import type { RefundsTable, StoredRefundState } from '../schema/orders.ts'

export const refundOfRow = (row: Selectable<RefundsTable>): Refund => ({
  id: row.id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  requestKey: row.request_key,
  requestedCents: row.requested_cents ?? row.amount_cents,
  amountCents: row.amount_cents,
  giftCents: row.gift_cents,
  reason: row.reason,
  requestedBy: row.requested_by,
  state: refundStateOf(row.state, row.gift_cents),
  processorRefundId: row.processor_refund_id,
  failure: row.failure,
  returnedAt: row.returned_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A refund that failed has a gift card's part only if that part moved. */
export const refundStateOf = (stored: StoredRefundState, giftCents: number): RefundState =>
  stored === 'failed' && giftCents > 0 ? 'partly' : stored

export const storedStateOf = (state: RefundState): StoredRefundState =>
  state === 'partly' ? 'failed' : state
