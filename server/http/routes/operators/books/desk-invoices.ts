// /operator/invoices: the invoices and credit notes of a month, their totals and a CSV, and single documents by number.

import { readPage } from '../../../../domain/base/text/page-number.ts'
import { singleLine } from '../../../../domain/base/text/text.ts'
import { dayOf } from '../../../../domain/base/time/day.ts'
import { isMonth } from '../../../../domain/base/time/month.ts'
import { streamMonth } from '../../../../domain/billing/read-documents.ts'
import { readInvoices, searchInvoice } from '../../../../domain/desk/invoices.ts'
import { documentPath } from '../../../../pages/billing/words.ts'
import { invoicesPage } from '../../../../pages/operators/money/invoices.tsx'
import { invoicesPath } from '../../../../pages/operators/parts/money-paths.ts'
import type { HttpDeps } from '../../../middleware/deps.ts'
import { page } from '../../../middleware/page.ts'
import { viewers } from '../../../middleware/page-access.ts'
import { seeOther } from '../../../requests/forms.ts'
import { csvResponse } from '../../../responses/csv.ts'
import { documentColumns } from './invoices-csv.ts'

export const deskInvoicePages = [
  page({
    path: invoicesPath,
    access: viewers,
    show: async function showInvoices({ deps }, { query, caller: user }) {
      const text = singleLine(query['q'] ?? '').slice(0, 40)
      const invoice = text === '' ? null : await searchInvoice(deps, text)
      if (invoice !== null) return seeOther(documentPath(invoice))
      const request = { month: monthOf(deps, query['month']), page: readPage(query['page']) }
      return invoicesPage({ ...(await readInvoices(deps, request)), user, notFound: text })
    },
  }),
  page({
    path: `${invoicesPath}.csv`,
    access: viewers,
    show: function downloadInvoices({ deps }, { query }) {
      const month = monthOf(deps, query['month'])
      return csvResponse(documentColumns, {
        rows: streamMonth(deps, month),
        fileName: `invoices-${month}.csv`,
      })
    },
  }),
]

/** Returns the month in an address or form, or the current month. */
export const monthOf = (
  { clock, timeZone }: Pick<HttpDeps, 'clock' | 'timeZone'>,
  typed: string | undefined,
): string =>
  typed !== undefined && isMonth(typed) ? typed : dayOf(clock.now(), timeZone).slice(0, 7)
