// Invoices, credit notes and cancellations of credit notes. A document is a copy of everything that it states: what happens to the order,
// the account or the configuration later does not change it. Money is integer cents, always positive: the kind says which way it goes.

import type { BuyerDetails } from '../accounts/buyer.ts'
import type { AccountId } from '../base/caller.ts'
import { dayOf } from '../base/day.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { ContainedTax } from './tax.ts'

/** A cancellation takes back a credit note, or a part of it, because its money came back. */
export type DocumentKind = 'invoice' | 'credit_note' | 'cancellation'

/** Two runs of numbers without gaps, each from 1 in every year. Cancellations are numbered among the credit notes. */
export type Series = 'invoice' | 'credit_note'

export const seriesOf = (kind: DocumentKind): Series =>
  kind === 'invoice' ? 'invoice' : 'credit_note'

export type DocumentNumber = {
  readonly series: Series
  readonly year: number
  readonly number: number
}

/** Documents are numbered by the calendar years of the farm. */
export const yearOf = (at: Date, timeZone: string): number =>
  Number(dayOf(at, timeZone).slice(0, 4))

const numberDigits = 6

/** 2026-000123, C2026-000007. */
export const numberText = ({ series, year, number }: DocumentNumber): string =>
  `${series === 'invoice' ? '' : 'C'}${year}-${String(number).padStart(numberDigits, '0')}`

/** In any letter case; null for anything else. */
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

/** What a document is about: prints of an order, or a purchase. */
export type DocumentSubject = 'prints' | 'gift_card' | 'credits'

/** The buyer, as stated at the time of the payment. */
export type DocumentBuyer = BuyerDetails & {
  /** null for a purchase, which has no address. */
  readonly name: string | null
  /** Line by line, without the name. */
  readonly address: readonly string[]
  readonly email: string
}

export type DocumentContent = {
  readonly subject: DocumentSubject
  /** Line by line; empty when no seller was configured. */
  readonly seller: readonly string[]
  readonly buyer: DocumentBuyer
  readonly orderCode: string | null
  readonly lines: readonly DocumentLine[]
  /** null where nothing is shipped, and on corrections that return no postage. */
  readonly postageCents: number | null
  /** When the money moved: the payment of an invoice, the refund of a credit note. */
  readonly movedAt: Date
  /** The part of the total that a gift card paid or got back. */
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
  /** `payment`, or what moved money back: the id of a refund, `refund` or `dispute`. */
  readonly source: string
  /** The id of the corrected document; null on an invoice. */
  readonly corrects: string | null
  readonly totalCents: number
  /** null = no tax is shown. */
  readonly tax: ContainedTax | null
  /** The country whose rate applies; null for gift cards, and for credits of an account that has not ordered yet. */
  readonly country: string | null
  readonly issuedAt: Date
  readonly content: DocumentContent
}

/** What the document adds to the takings; negative for a credit note. */
export const signedCents = ({ kind, totalCents }: Pick<BillingDocument, 'kind' | 'totalCents'>) =>
  kind === 'credit_note' ? -totalCents : totalCents
