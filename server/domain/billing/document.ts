// Invoices, credit notes and cancellations of credit notes. A document is a copy of all data that it states: later
// changes to the order, the account or the configuration do not affect it. Amounts are positive integer cents; the kind
// determines the direction.

import type { BuyerDetails } from '../accounts/buyer.ts'
import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { PurchaseId } from '../base/ids/purchase-id.ts'
import { dayOf } from '../base/time/day.ts'
import type { ContainedTax } from './tax.ts'

/** A cancellation reverses a credit note, or a part of it, because its money was returned to the shop. */
export type DocumentKind = 'invoice' | 'credit_note' | 'cancellation'

/** Two gapless number sequences, each starting at 1 every year. Cancellations use the sequence of credit notes. */
export type Series = 'invoice' | 'credit_note'

export const seriesOf = (kind: DocumentKind): Series =>
  kind === 'invoice' ? 'invoice' : 'credit_note'

export type DocumentNumber = {
  readonly series: Series
  readonly year: number
  readonly number: number
}

/** Returns the calendar year in the farm's time zone, by which documents are numbered. */
export const yearOf = (at: Date, timeZone: string): number =>
  Number(dayOf(at, timeZone).slice(0, 4))

const numberDigits = 6

/** Formats a number as 2026-000123 or C2026-000007. */
export const numberText = ({ series, year, number }: DocumentNumber): string =>
  `${series === 'invoice' ? '' : 'C'}${year}-${String(number).padStart(numberDigits, '0')}`

/** Parses a number in any letter case; null for anything else. */
export function parseNumber(text: string): DocumentNumber | null {
  const match = /^(c?)(\d{4})-(\d{6,9})$/i.exec(text.trim())
  if (match === null) return null
  const [, letter, year, number] = match
  return {
    series: letter === '' ? 'invoice' : 'credit_note',
    year: Number(year),
    number: Number(number),
  }
}

export type DocumentLine = {
  readonly text: string
  readonly detail: string | null
  readonly quantity: number
  readonly cents: number
}

/** Subject of a document: the prints of an order, or a purchase. */
export type DocumentSubject = 'prints' | 'gift_card' | 'credits'

/** The buyer as stated at the time of the payment. */
export type DocumentBuyer = BuyerDetails & {
  /** null for a purchase, which has no address. */
  readonly name: string | null
  /** One entry per line, without the name. */
  readonly address: readonly string[]
  readonly email: string
}

export type DocumentContent = {
  readonly subject: DocumentSubject
  /** One entry per line; empty if no seller was configured. */
  readonly seller: readonly string[]
  readonly buyer: DocumentBuyer
  readonly orderCode: string | null
  readonly lines: readonly DocumentLine[]
  /** null if nothing is shipped, and on corrections that return no postage. */
  readonly postageCents: number | null
  /** When the money moved: the payment for an invoice, the refund for a credit note. */
  readonly movedAt: Date
  /** The part of the total that a gift card paid or that was returned to it. */
  readonly giftCents: number
  /** The number of the corrected document; null on an invoice. */
  readonly correctsNumber: string | null
}

export type BillingDocument = DocumentNumber & {
  readonly id: string
  readonly kind: DocumentKind
  readonly orderId: OrderId | null
  readonly purchaseId: PurchaseId | null
  readonly accountId: AccountId
  /** `payment`, or what returned the money: the id of a refund, `refund` or `dispute`. */
  readonly source: string
  /** The id of the corrected document; null on an invoice. */
  readonly corrects: string | null
  readonly totalCents: number
  /** null = the document shows no tax. */
  readonly tax: ContainedTax | null
  /** The country whose rate applies; null for gift cards, and for credits of an account without an order. */
  readonly country: string | null
  readonly issuedAt: Date
  readonly content: DocumentContent
}

/** Returns the amount that the document adds to the revenue; negative for a credit note. */
export const signedCents = ({ kind, totalCents }: Pick<BillingDocument, 'kind' | 'totalCents'>) =>
  kind === 'credit_note' ? -totalCents : totalCents
