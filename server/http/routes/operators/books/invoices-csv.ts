// Columns of the desk's CSV of invoices and credit notes. Credit notes have negative amounts, so that the sum is the
// revenue.
import {
  type BillingDocument,
  numberText,
  signedCents,
} from '../../../../domain/billing/document.ts'
import { dollarsOfCents } from '../../../../domain/pricing/dollars.ts'
import type { CsvColumns } from '../../../responses/csv.ts'

export const documentColumns: CsvColumns<BillingDocument> = [
  ['number', numberText],
  ['kind', ({ kind }) => kind],
  ['issued', ({ issuedAt }) => issuedAt.toISOString()],
  ['money_moved', ({ content }) => content.movedAt.toISOString()],
  ['order', ({ content }) => content.orderCode ?? ''],
  ['about', ({ content }) => content.subject],
  ['corrects', ({ content }) => content.correctsNumber ?? ''],
  ['name', ({ content }) => content.buyer.name ?? ''],
  ['company', ({ content }) => content.buyer.company ?? ''],
  ['vat_id', ({ content }) => content.buyer.vatId ?? ''],
  ['purchase_order', ({ content }) => content.buyer.purchaseOrder ?? ''],
  ['email', ({ content }) => content.buyer.email],
  ['country', ({ country }) => country ?? ''],
  ['tax_percent', ({ tax }) => (tax === null ? '' : tax.rate / 100)],
  [
    'net_usd',
    (document) => signedDollars(document, document.totalCents - (document.tax?.taxCents ?? 0)),
  ],
  ['tax_usd', (document) => signedDollars(document, document.tax?.taxCents ?? 0)],
  ['total_usd', (document) => signedDollars(document, document.totalCents)],
  ['gift_card_usd', (document) => signedDollars(document, document.content.giftCents)],
  [
    'card_usd',
    (document) => signedDollars(document, document.totalCents - document.content.giftCents),
  ],
]

/** Returns a number, so that spreadsheets can add it. */
const signedDollars = ({ kind }: BillingDocument, totalCents: number): number =>
  dollarsOfCents(signedCents({ kind, totalCents }))
