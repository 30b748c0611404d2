// GET /api/print/orders/{code}/invoice: the invoice of one of the caller's orders, and its corrections (decisions.md
// 58).
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { readOwnInvoice } from '../../../domain/billing/read-documents.ts'
import { named, says } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { invoiceDocument, invoiceExample, invoiceJson } from './invoice-json.ts'
import { codeParameter } from './order-json.ts'

const orderInvoice = named(
  'OrderInvoice',
  v.object({
    invoice: says(invoiceDocument, 'The invoice of the whole order.'),
    corrections: says(
      v.array(invoiceDocument),
      'Credit notes of refunds, and cancellations of credit notes, in the order of their issue.',
    ),
  }),
  'The invoice of an order and what corrects it.',
)

export const readInvoiceRoute = route({
  method: 'GET',
  path: '/api/print/orders/:code/invoice',
  id: 'readInvoice',
  tag: 'Orders',
  summary: 'Read the invoice of an order',
  description:
    'The invoice is issued within a minute of the payment; an order that is not paid, or was paid before invoices were issued, has none. Each refund ' +
    'adds a credit note. Issued documents never change. Orders of the website have one as well.',
  access: account({ accepts: ['api_key'] }),
  parameters: [codeParameter],
  response: {
    description: 'The invoice.',
    schema: orderInvoice,
    example: { invoice: invoiceExample, corrections: [] },
  },
  refusals: [{ kind: 'order_not_found' }, { kind: 'invoice_not_issued' }],
  handler: async function readOrderInvoice({ deps }, { caller, params }) {
    const outcome = await readOwnInvoice(deps, caller, params.code)
    if (!outcome.ok) return outcome
    const { invoice, corrections } = outcome.value
    return ok({
      invoice: invoiceJson(invoice, deps.baseUrl),
      corrections: corrections.map((each) => invoiceJson(each, deps.baseUrl)),
    })
  },
})
