// Invoices, credit notes and cancellations.

import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { DocumentKind, Series } from '../../domain/billing/document.ts'
import type { Json, OwnerId } from './columns.ts'

/** Rows are never updated or deleted. */
export type BillingDocumentsTable = {
  id: string
  series: Series
  year: number
  number: number
  kind: DocumentKind
  order_id: OrderId | null
  purchase_id: PurchaseId | null
  account_id: OwnerId
  /** `payment`, the id of a refund, or another cause of the movement. */
  source: string
  /** The document that this one corrects; null for an invoice. */
  corrects: string | null
  total_cents: number
  tax_cents: number
  /** In hundredths of a percent; null means that no tax is shown. */
  tax_rate: number | null
  country: string | null
  issued_at: Date
  content: Json
}
