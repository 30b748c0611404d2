// /account/invoices: the account's invoices, and the form of what its orders state for them.
import { type BuyerDetails, buyerFields, noBuyerDetails } from '../../../domain/accounts/buyer.ts'
import { setBuyerDefaults } from '../../../domain/accounts/buyer-defaults.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import {
  type AccountInvoicesView,
  accountInvoicesPage,
  accountInvoicesPath,
} from '../../../pages/account/invoices-page.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { buyerErrors } from '../../responses/buyer-errors.ts'
import { signInFor } from './next-page.ts'

const perPage = 25

export const accountInvoicePages = [
  page('GET', accountInvoicesPath, showInvoices),
  page('POST', accountInvoicesPath, saveDefaults),
]

async function showInvoices(http: HttpContext, { request, query }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther(signInFor(request, http.deps))
  const number = /^[1-9]\d{0,4}$/.test(query['page'] ?? '') ? Number(query['page']) : 1
  return await render(http, request, caller, {
    page: number,
    ...(query['saved'] === '1' && {
      notice: { kind: 'info', text: 'Saved. New orders state this on their invoices.' },
    }),
  })
}

type Shown = Partial<Pick<AccountInvoicesView, 'page' | 'entries' | 'errors' | 'notice'>>

async function render(
  http: HttpContext,
  request: Request,
  caller: AccountCaller,
  { page: number = 1, ...shown }: Shown,
): Promise<Response> {
  const { deps } = http
  const [visitor, account, documents] = await Promise.all([
    pageVisitor(http, request),
    deps.accounts.read(caller.accountId),
    deps.billingDocuments.listByAccount(caller.accountId, {
      limit: perPage + 1,
      offset: (number - 1) * perPage,
    }),
  ])
  return accountInvoicesPage({
    documents: documents.slice(0, perPage),
    hasMore: documents.length > perPage,
    page: number,
    entries: entriesOf(account?.buyer ?? noBuyerDetails),
    errors: {},
    visitor,
    ...shown,
  })
}

const entriesOf = ({ company, vatId, purchaseOrder }: BuyerDetails) => ({
  company: company ?? '',
  vatId: vatId ?? '',
  purchaseOrder: purchaseOrder ?? '',
})

async function saveDefaults(http: HttpContext, { request }: Received): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return seeOther('/account')
  const field = await readForm(request)
  const sent = new Map(buyerFields.map((name) => [name, field(name)]))
  const set = await setBuyerDefaults(http.deps, caller, sent)
  if (set.ok) return seeOther(`${accountInvoicesPath}?saved=1`)
  const errors: FieldErrors = buyerErrors(set.failure)
  const [company = '', vatId = '', purchaseOrder = ''] = buyerFields.map(field)
  return await render(http, request, caller, { entries: { company, vatId, purchaseOrder }, errors })
}
