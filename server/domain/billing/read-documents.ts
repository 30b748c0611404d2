// Reads invoices and their corrections for the owner of the order and for operators.
import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OrderFailure } from '../orders/failure.ts'
import type { OrderDeps } from '../orders/ports.ts'
import { isPlausibleCode } from '../orders/record/code.ts'
import type { Order } from '../orders/record/order.ts'
import { type BillingDocument, parseNumber } from './document.ts'
import type { BillingFailure } from './failure.ts'
import type { BillingDeps, Month } from './ports.ts'

type ReadDeps = Pick<BillingDeps, 'billingDocuments'>

export type InvoiceAndCorrections = {
  readonly invoice: BillingDocument
  /** Credit notes and cancellations, in order of issue. */
  readonly corrections: readonly BillingDocument[]
}

/** Returns null while the order has no invoice. */
export async function readInvoice(
  { billingDocuments }: ReadDeps,
  { id }: Pick<Order, 'id'>,
): Promise<InvoiceAndCorrections | null> {
  const documents = await billingDocuments.listByOrder(id)
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  if (invoice === undefined) return null
  return { invoice, corrections: documents.filter(({ kind }) => kind !== 'invoice') }
}

/** Returns the invoice of an order from any store. An unknown code and another account's code cause the same failure. */
export async function readOwnInvoice(
  deps: ReadDeps & Pick<OrderDeps, 'orders'>,
  { accountId }: AccountCaller,
  code: string,
): Promise<Result<InvoiceAndCorrections, OrderFailure | BillingFailure>> {
  const order = isPlausibleCode(code) ? await deps.orders.readOwned(accountId, code) : null
  if (order === null) return fail({ kind: 'order_not_found' })
  const invoice = await readInvoice(deps, order)
  return invoice === null ? fail({ kind: 'invoice_not_issued' }) : ok(invoice)
}

/** Returns the document with this number, in any letter case; null if there is none. */
export async function findDocument(
  { billingDocuments }: ReadDeps,
  text: string,
): Promise<BillingDocument | null> {
  const number = parseNumber(text)
  return number === null ? null : await billingDocuments.readByNumber(number)
}

export const documentsPerPage = 50

const documentsPerQuery = 500

/** Yields all documents of a month in order of issue. */
export async function* streamMonth(
  { billingDocuments }: ReadDeps,
  month: Month,
): AsyncGenerator<readonly BillingDocument[]> {
  for (let offset = 0; ; offset += documentsPerQuery) {
    const part = await billingDocuments.listByMonth(month, { limit: documentsPerQuery, offset })
    if (part.length > 0) yield part
    if (part.length < documentsPerQuery) return
  }
}
