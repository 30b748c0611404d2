// /account/invoices: the account's invoices, and the form for the buyer details that its orders state on them.

import { type BuyerDetails, noBuyerDetails } from '../../../domain/accounts/buyer.ts'
import { setBuyerDefaults } from '../../../domain/accounts/buyer-defaults.ts'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { readPage } from '../../../domain/base/text/page-number.ts'
import {
  type AccountInvoicesView,
  accountInvoicesPage,
  accountInvoicesPath,
} from '../../../pages/accounts/invoices-page.tsx'
import { english } from '../../../pages/languages/words.ts'
import { anyText } from '../../contract/form-fields.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { signedIn, signedInOr } from '../../middleware/page-access.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { buyerMarks } from '../../refusals/buyer-marks.ts'

const perPage = 25

export const accountInvoicePages = [
  page({
    path: accountInvoicesPath,
    access: signedIn,
    show: async function showInvoices(http, { request, query, caller }) {
      const number = readPage(query['page'])
      return await render(http, request, caller, {
        page: number,
        ...(query['saved'] === '1' && {
          notice: { kind: 'info', text: 'Saved. New orders state this on their invoices.' },
        }),
      })
    },
  }),
  form({
    path: accountInvoicesPath,
    access: signedInOr('/account'),
    fields: { company: anyText, vatId: anyText, purchaseOrder: anyText },
    act: async function saveDefaults({ deps }, { caller, body }) {
      return await setBuyerDefaults(deps, caller, new Map(Object.entries(body)))
    },
    done: () => `${accountInvoicesPath}?saved=1`,
    marks: buyerMarks(english),
    refuse: (http, { request, caller }, { typedIn, errors }) => {
      const [company, vatId, purchaseOrder] = [
        typedIn('company'),
        typedIn('vatId'),
        typedIn('purchaseOrder'),
      ]
      return render(http, request, caller, { entries: { company, vatId, purchaseOrder }, errors })
    },
  }),
]

type InvoicesState = Partial<Pick<AccountInvoicesView, 'page' | 'entries' | 'errors' | 'notice'>>

async function render(
  http: HttpContext,
  request: Request,
  caller: AccountCaller,
  { page: number = 1, ...shown }: InvoicesState,
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
