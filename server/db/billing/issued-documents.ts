// Reads the documents already issued for orders and purchases.

import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { BillingDocument } from '../../domain/billing/document.ts'
import type { Db } from '../core/connect.ts'
import { documentOfRow } from './document-rows.ts'

/** Returns the documents by order or purchase, in order of issue. */
export async function issuedOf(
  db: Db,
  column: 'order_id' | 'purchase_id',
  ids: readonly (OrderId | PurchaseId)[],
): Promise<(id: OrderId | PurchaseId) => readonly BillingDocument[]> {
  const rows = await db
    .selectFrom('billing_documents')
    .selectAll()
    .where(column, 'in', ids)
    .orderBy('issued_at')
    .orderBy('series', 'desc')
    .orderBy('number')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row[column])
  return (id) => (grouped.get(id) ?? []).map(documentOfRow)
}
