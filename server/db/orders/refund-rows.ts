// Between a refund and its row.
import type { Selectable } from 'kysely'
import type { Refund } from '../../domain/orders/refund.ts'
import type { RefundsTable } from '../schema/orders.ts'

export const refundOfRow = (row: Selectable<RefundsTable>): Refund => ({
  id: row.id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  requestKey: row.request_key,
  amountCents: row.amount_cents,
  giftCents: row.gift_cents,
  reason: row.reason,
  requestedBy: row.requested_by,
  state: row.state,
  processorRefundId: row.processor_refund_id,
  failure: row.failure,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
