// Wording of invoices and credit notes, shared by pages and lists.
import {
  type BillingDocument,
  type DocumentKind,
  numberText,
} from '../../domain/billing/document.ts'
import { rateText } from '../../domain/billing/tax.ts'

export const kindWords: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  cancellation: 'Cancellation of credit note',
}

export const documentPath = (document: BillingDocument): string =>
  `/documents/${numberText(document)}`

/** Text about tax: the label of its row, or the sentence in its place. */
export const taxLabel = (rate: number): string => `Includes tax (${rateText(rate)})`

export const noTaxText = ({ content: { subject } }: BillingDocument): string =>
  subject === 'gift_card'
    ? 'A gift card is a multi-purpose voucher. Its sale contains no tax; the tax is due when the card is spent.'
    : 'This document shows no tax.'
