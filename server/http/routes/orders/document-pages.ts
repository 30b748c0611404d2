// /documents/{number}: an invoice, credit note or cancellation, for its account and for the desk. Numbers can be
// guessed, so all others get the page of a nonexistent number.
import type { BillingDocument } from '../../../domain/billing/document.ts'
import { findDocument } from '../../../domain/billing/read-documents.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import { documentPage } from '../../../pages/billing/document.tsx'
import { viewer } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { signedIn } from '../../middleware/page-access.ts'
import { shownVisitor, visitorOf } from '../../middleware/visitor.ts'

export const documentPages = [
  page({
    path: '/documents/:number',
    access: signedIn,
    show: async function showDocument(http, { request, params: { number } }) {
      const document = await findDocument(http.deps, number)
      if (document === null || !(await maySee(http, request, document))) return notFoundPage()
      return await renderDocument(http, request, document)
    },
  }),
]

/** Whether the caller may see the document: its account, operators and viewers. */
export async function maySee(
  http: HttpContext,
  request: Request,
  { accountId }: Pick<BillingDocument, 'accountId'>,
): Promise<boolean> {
  const caller = await http.authenticate(request, ['session'])
  if (caller === null) return false
  return caller.accountId === accountId || (await viewer.admit(http, request)).ok
}

export async function renderDocument(
  http: HttpContext,
  request: Request,
  document: BillingDocument,
): Promise<Response> {
  const { deps } = http
  const { orderId, kind } = document
  const issued =
    kind === 'invoice' && orderId !== null ? await deps.billingDocuments.listByOrder(orderId) : []
  return documentPage({
    document,
    corrections: issued.filter((each) => each.kind !== 'invoice'),
    timeZone: deps.timeZone,
    baseUrl: deps.baseUrl,
    visitor: await shownVisitor(http, await visitorOf(http, request)),
  })
}
