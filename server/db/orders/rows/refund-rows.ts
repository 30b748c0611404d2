// Converts refunds to and from rows.
import { type Selectable, sql } from 'kysely'
import type { Refund, RefundState } from '../../../domain/orders/reversals/refund.ts'
import type { RefundsTable, StoredRefundState } from '../../schema/orders.ts'
import { readParts } from './stored-parts.ts'

export const refundOfRow = (row: Selectable<RefundsTable>): Refund => ({
  id: row.id,
  orderId: row.order_id,
  paymentId: row.payment_id,
  requestKey: row.request_key,
  requestedCents: row.requested_cents ?? row.amount_cents,
  amountCents: row.amount_cents,
  giftCents: row.gift_cents,
  parts: readParts(row.lines, row.postage_cents, { table: 'refunds', column: 'lines', id: row.id }),
  reason: row.reason,
  requestedBy: row.requested_by,
  state: refundStateOf(row.state, row.gift_cents),
  processorRefundId: row.processor_refund_id,
  failure: row.failure,
  returnedAt: row.returned_at,
  resolution: row.resolution,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Returns the state of a refund. A failed refund has a gift card's part only if that part moved. */
export const refundStateOf = (stored: StoredRefundState, giftCents: number): RefundState =>
  stored === 'failed' && giftCents > 0 ? 'partly' : stored

export const storedStateOf = (state: RefundState): StoredRefundState =>
  state === 'partly' ? 'failed' : state

/** Whether the bank returned a refund and no operator has resolved it, by marking it or by requesting it again successfully. */
export const isUnresolved = (refunds: string) => {
  const of = (column: string) => sql.ref(`${refunds}.${column}`)
  return sql<boolean>`(${of('returned_at')} is not null and ${of('resolved_at')} is null
    and not exists (select from refunds as later where later.order_id = ${of('order_id')} and later.request_key = ${of('request_key')}
      and later.created_at > ${of('created_at')} and later.state <> 'failed'))`
}

/** Key, order, time and failure of each unresolved refund, for operators. */
export const returnedRefunds = sql`
  select refunds.id::text, orders.code, refunds.returned_at, refunds.failure from refunds join orders on orders.id = refunds.order_id
  where ${isUnresolved('refunds')}`
