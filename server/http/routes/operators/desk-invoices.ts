// /operator/invoices: the invoices and credit notes of a month, their sums and a CSV; and one of them by its number.
import { isMonth } from '../../../domain/base/month.ts'
import { singleLine } from '../../../domain/base/text.ts'
import type { BillingDocument } from '../../../domain/billing/document.ts'
import {
  documentsPerPage,
  findDocument,
  readInvoice,
  streamMonth,
} from '../../../domain/billing/read-documents.ts'
import { dayOf } from '../../../domain/base/day.ts'
import { findOrder } from '../../../domain/orders/find-order.ts'
import { documentPath } from '../../../pages/billing/words.ts'
import { invoicesPage, invoicesPath } from '../../../pages/operators/invoices.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { page, type Received } from '../../middleware/route.ts'
import { seeOther } from '../../requests/forms.ts'
import { csvResponse } from '../../responses/csv.ts'
import { documentColumns } from './invoices-csv.ts'
import { forViewer } from './operator-view.ts'

export const deskInvoicePages = [
  page('GET', invoicesPath, showInvoices),
  page('GET', `${invoicesPath}.csv`, downloadInvoices),
]

type Query = Received['query']

/** The month in the address, or the current one. */
function monthOf({ deps: { clock, timeZone } }: HttpContext, query: Query): string {
  const typed = query['month'] ?? ''
  return isMonth(typed) ? typed : dayOf(clock.now(), timeZone).slice(0, 7)
}

function showInvoices(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { deps } = http
  return forViewer(http, request, async (user) => {
    const text = singleLine(query['q'] ?? '').slice(0, 40)
    const found = text === '' ? null : await search(deps, text)
    if (found !== null) return seeOther(documentPath(found))
    const month = monthOf(http, query)
    const number = /^[1-9]\d{0,4}$/.test(query['page'] ?? '') ? Number(query['page']) : 1
    const [sums, documents] = await Promise.all([
      deps.billingDocuments.sumMonth(month),
      deps.billingDocuments.listByMonth(month, {
        limit: documentsPerPage,
        offset: (number - 1) * documentsPerPage,
      }),
    ])
    return invoicesPage({ user, month, sums, documents, page: number, notFound: text })
  })
}

/** By number, or the invoice of an order. */
async function search(deps: HttpDeps, text: string): Promise<BillingDocument | null> {
  const numbered = await findDocument(deps, text)
  if (numbered !== null) return numbered
  const order = await findOrder(deps, text)
  return order === null ? null : ((await readInvoice(deps, order))?.invoice ?? null)
}

function downloadInvoices(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, async () => {
    const month = monthOf(http, query)
    return csvResponse(documentColumns, {
      rows: streamMonth(http.deps, month),
      fileName: `invoices-${month}.csv`,
    })
  })
}
