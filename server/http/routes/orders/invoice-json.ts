// Invoices and credit notes as JSON, in dollars.
import * as v from 'valibot'
import {
  type BillingDocument,
  type DocumentKind,
  numberText,
} from '../../../domain/billing/document.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { documentPath } from '../../../pages/billing/words.ts'
import { orderedBuyer } from '../../contract/buyer-json.ts'
import {
  dollars,
  type JsonOf,
  link,
  moment,
  named,
  number,
  orNull,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { currency } from '../../contract/words.ts'

const kinds = ['invoice', 'credit_note', 'cancellation'] as const satisfies readonly DocumentKind[]

export const invoiceDocument = named(
  'InvoiceDocument',
  v.object({
    number: text('2026-000123; credit notes and cancellations begin with C.'),
    kind: says(
      v.picklist(kinds),
      'cancellation reverses a credit note, or a part of it, because its money came back.',
    ),
    issuedAt: moment('The time at which it was issued.'),
    movedAt: moment('The time at which the money moved: the payment, or the refund.'),
    orderCode: orNull(text('The order that it is about.')),
    correctsNumber: orNull(
      text(
        'The invoice that a credit note corrects, the credit note that a cancellation reverses.',
      ),
    ),
    seller: says(v.array(v.string()), 'Name, address and tax number, line by line.'),
    buyer: says(
      named(
        'InvoiceBuyer',
        v.object({
          ...orderedBuyer,
          name: orNull(text('The recipient.')),
          address: says(v.array(v.string()), 'Line by line.'),
          email: text('The address that the confirmation went to.'),
        }),
        'The buyer, as stated with the order.',
      ),
      'It stays as it was when the document was issued.',
    ),
    lines: says(
      v.array(
        named(
          'InvoiceLine',
          v.object({
            text: text('Description of the line.'),
            detail: orNull(text('Material, color and quality.')),
            quantity: whole('Quantity.'),
            amount: dollars('The price of all of them.'),
          }),
          'A line of an invoice.',
        ),
      ),
      'The lines, without postage.',
    ),
    postage: orNull(dollars('null where nothing is shipped.')),
    total: dollars('Lines and postage, tax included. Always positive.'),
    giftCard: dollars('The part of the total that a gift card paid or got back.'),
    card: dollars('The part of the total that the card paid or got back.'),
    currency,
    tax: orNull(
      named(
        'InvoiceTax',
        v.object({
          ratePercent: number('Percent.'),
          net: dollars('The total without the tax.'),
          amount: dollars('The tax that the total contains.'),
        }),
        'The tax that a total contains.',
      ),
    ),
    url: link('The document for print; for its account and for operators.'),
  }),
  'An invoice, a credit note or a cancellation.',
)

export const invoiceExample = {
  number: '2026-000123',
  kind: 'invoice',
  issuedAt: '2026-11-21T09:30:12.000Z',
  movedAt: '2026-11-21T09:30:05.000Z',
  orderCode: 'SVC-7KQ2ZM',
  correctsNumber: null,
  seller: ['Example Prints GmbH', 'Hauptstr. 1, 10115 Berlin', 'VAT ID DE123456789'],
  buyer: {
    company: 'Muster AG',
    vatId: 'DE987654321',
    purchaseOrder: 'PO-4711',
    name: 'Ada Example',
    address: ['1 Main Street', 'Berlin, BE 10115', 'DE'],
    email: 'ada@example.com',
  },
  lines: [
    {
      text: '3D print of bracket.stl',
      detail: 'PETG, Black, standard quality',
      quantity: 2,
      amount: 4.8,
    },
  ],
  postage: 30,
  total: 34.8,
  giftCard: 0,
  card: 34.8,
  currency: 'USD',
  tax: { ratePercent: 19, net: 29.24, amount: 5.56 },
  url: 'https://example.com/documents/2026-000123',
}

export function invoiceJson(
  document: BillingDocument,
  baseUrl: string,
): JsonOf<typeof invoiceDocument> {
  const { kind, issuedAt, totalCents, tax, content } = document
  return {
    number: numberText(document),
    kind,
    issuedAt: issuedAt.toISOString(),
    movedAt: content.movedAt.toISOString(),
    orderCode: content.orderCode,
    correctsNumber: content.correctsNumber,
    seller: [...content.seller],
    buyer: { ...content.buyer, address: [...content.buyer.address] },
    lines: content.lines.map(({ cents, ...line }) => ({ ...line, amount: dollarsOfCents(cents) })),
    postage: content.postageCents === null ? null : dollarsOfCents(content.postageCents),
    total: dollarsOfCents(totalCents),
    giftCard: dollarsOfCents(content.giftCents),
    card: dollarsOfCents(totalCents - content.giftCents),
    currency: 'USD',
    tax:
      tax === null
        ? null
        : {
            ratePercent: tax.rate / 100,
            net: dollarsOfCents(totalCents - tax.taxCents),
            amount: dollarsOfCents(tax.taxCents),
          },
    url: `${baseUrl}${documentPath(document)}`,
  }
}
