// The invoices and credit notes of a month, and a search for a single one.
import type { BillingDocument } from '../billing/document.ts'
import type { BillingDeps, MonthSums } from '../billing/ports.ts'
import { documentsPerPage, findDocument, readInvoice } from '../billing/read-documents.ts'
import { findOrder } from '../orders/find-order.ts'
import type { OrderDeps } from '../orders/ports.ts'

export type InvoiceList = {
  /** Such as 2026-11. */
  readonly month: string
  /** Starts at 1. */
  readonly page: number
  readonly sums: MonthSums
  /** In order of issue. */
  readonly documents: readonly BillingDocument[]
}

type Deps = Pick<BillingDeps, 'billingDocuments'>

export async function readInvoices(
  { billingDocuments }: Deps,
  { month, page }: Pick<InvoiceList, 'month' | 'page'>,
): Promise<InvoiceList> {
  const offset = (page - 1) * documentsPerPage
  const [sums, documents] = await Promise.all([
    billingDocuments.sumMonth(month),
    billingDocuments.listByMonth(month, { limit: documentsPerPage, offset }),
  ])
  return { month, page, sums, documents }
}

/** Returns the invoice with this number or of the order with this code; null if there is neither. */
export async function searchInvoice(
  deps: Deps & Pick<OrderDeps, 'orders'>,
  text: string,
): Promise<BillingDocument | null> {
  const numbered = await findDocument(deps, text)
  if (numbered !== null) return numbered
  const order = await findOrder(deps, text)
  return order === null ? null : ((await readInvoice(deps, order))?.invoice ?? null)
}
