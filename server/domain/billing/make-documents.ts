// Determines which documents an order or a purchase still needs, from payments, returned money and issued documents.

import type { BuyerDetails } from '../accounts/buyer.ts'
import type { AccountId } from '../base/caller.ts'
import type { PurchaseId } from '../base/ids/purchase-id.ts'
import { purchasedCredits } from '../gift-cards/goods-text.ts'
import type { PurchaseGoods } from '../gift-cards/ports.ts'
import { addressLines } from '../orders/record/address-lines.ts'
import type { Order } from '../orders/record/order.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'
import type { RefundedParts } from '../orders/reversals/refund.ts'
import { lineText, totalOfParts } from '../orders/reversals/refund-parts.ts'
import {
  type BillingDocument,
  type DocumentContent,
  type DocumentKind,
  type DocumentNumber,
  numberText,
  type Series,
  seriesOf,
  signedCents,
} from './document.ts'
import { type TaxRates, taxIn } from './tax.ts'

/** Settings from the configuration. */
export type BillingSettings = {
  /** Name, address and tax number, one entry per line. Empty if not configured. */
  readonly seller: readonly string[]
  /** The seller as documents state it: without a seller, the shop's name. */
  readonly documentSeller: readonly string[]
  readonly taxRates: TaxRates
}

export const moveBackKinds = ['refund', 'dispute'] as const
export type MoveBackKind = (typeof moveBackKinds)[number]

/** Money that one refund or dispute has returned to the buyer so far. The amount decreases if a bank sends it back. */
export type MovedBack = {
  readonly kind: MoveBackKind
  readonly source: string
  readonly giftCents: number
  readonly cardCents: number
  readonly at: Date
  readonly reason: string
  /** Items that a refund covers; null for a refund of an amount, and for anything else. */
  readonly parts: RefundedParts | null
}

type Facts = {
  readonly paidAt: Date
  readonly movedBack: readonly MovedBack[]
  /** Earlier documents of the same order or purchase, in order of issue. */
  readonly issued: readonly BillingDocument[]
}

export type OrderFacts = Facts & {
  readonly kind: 'order'
  readonly order: Order
  readonly lines: readonly OrderLine[]
}

export type PurchaseFacts = Facts & {
  readonly kind: 'purchase'
  readonly purchase: {
    readonly id: PurchaseId
    readonly accountId: AccountId
    readonly amountCents: number
    readonly goods: PurchaseGoods
  }
  readonly buyer: BuyerDetails
  readonly email: string
  /** The country of the account's newest order; a purchase has no address. */
  readonly country: string | null
}

export type BillingFacts = OrderFacts | PurchaseFacts

/** Issues document ids and numbers. Never repeats a number. */
export type Numbering = {
  readonly at: Date
  readonly newId: () => string
  readonly next: (series: Series) => DocumentNumber
}

/** Returns the missing documents in number order; empty if everything is issued. */
export function missingDocuments(
  facts: BillingFacts,
  settings: BillingSettings,
  numbering: Numbering,
): readonly BillingDocument[] {
  const earlier = facts.issued.find(({ kind }) => kind === 'invoice')
  const invoice = earlier ?? numberDocument(numbering, 'invoice', invoiceOf(facts, settings))
  const corrections = facts.movedBack
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap((moved) => correctionOf(moved, { invoice, issued: facts.issued, numbering }))
  return earlier === undefined ? [invoice, ...corrections] : corrections
}

type UnnumberedDocument = Omit<BillingDocument, 'id' | 'kind' | 'issuedAt' | keyof DocumentNumber>

function numberDocument(
  { at, newId, next }: Numbering,
  kind: DocumentKind,
  document: UnnumberedDocument,
): BillingDocument {
  return { ...next(seriesOf(kind)), ...document, id: newId(), kind, issuedAt: at }
}

function invoiceOf(facts: BillingFacts, settings: BillingSettings): UnnumberedDocument {
  return facts.kind === 'order'
    ? invoiceOfOrder(facts, settings)
    : invoiceOfPurchase(facts, settings)
}

function invoiceOfOrder(
  { order, lines, paidAt }: OrderFacts,
  { documentSeller: seller, taxRates }: BillingSettings,
): UnnumberedDocument {
  const { address, price } = order
  const [name = address.recipientName, ...rest] = addressLines(order)
  return {
    orderId: order.id,
    purchaseId: null,
    accountId: order.accountId,
    source: 'payment',
    corrects: null,
    totalCents: price.totalCents,
    tax: taxIn(price.totalCents, taxRates.get(address.country) ?? null),
    country: address.country,
    content: {
      subject: 'prints',
      seller,
      buyer: { ...order.buyer, name, address: rest, email: address.email },
      orderCode: order.code,
      lines: lines.map(({ options, price: { printCents }, file }) => ({
        text: `3D print of ${file.fileName}`,
        detail: `${options.material.toUpperCase()}, ${options.color}, ${options.quality} quality`,
        quantity: options.quantity,
        cents: printCents,
      })),
      postageCents: price.shippingCents,
      movedAt: paidAt,
      giftCents: order.web?.giftCents ?? 0,
      correctsNumber: null,
    },
  }
}

/** A gift card can pay for prints to any country, so its tax is due when it is used. */
function invoiceOfPurchase(
  { purchase, buyer, email, country, paidAt }: PurchaseFacts,
  { documentSeller: seller, taxRates }: BillingSettings,
): UnnumberedDocument {
  const { goods, amountCents } = purchase
  const taxed = goods.kind === 'gift_card' ? null : country
  const rate = taxed === null ? null : taxRates.get(taxed)
  return {
    orderId: null,
    purchaseId: purchase.id,
    accountId: purchase.accountId,
    source: 'payment',
    corrects: null,
    totalCents: amountCents,
    tax: taxIn(amountCents, rate ?? null),
    country: taxed,
    content: {
      subject: goods.kind,
      seller,
      buyer: { ...buyer, name: null, address: [], email },
      orderCode: null,
      lines: [
        {
          text: goods.kind === 'gift_card' ? 'Gift card' : purchasedCredits(goods.credits),
          detail: null,
          quantity: 1,
          cents: amountCents,
        },
      ],
      postageCents: null,
      movedAt: paidAt,
      giftCents: 0,
      correctsNumber: null,
    },
  }
}

type CorrectionContext = {
  readonly invoice: BillingDocument
  readonly issued: readonly BillingDocument[]
  readonly numbering: Numbering
}

/** Returns one document for the difference between the returned and the credited amount; none if they are equal. */
function correctionOf(
  moved: MovedBack,
  { invoice, issued, numbering }: CorrectionContext,
): readonly BillingDocument[] {
  const ofSource = issued.filter(({ source }) => source === moved.source)
  const credited = -ofSource.reduce((sum, document) => sum + signedCents(document), 0)
  const creditedGift = ofSource.reduce(
    (sum, { kind, content }) =>
      sum + (kind === 'credit_note' ? content.giftCents : -content.giftCents),
    0,
  )
  const cents = moved.giftCents + moved.cardCents - credited
  if (cents === 0) return []
  const correctionKind = cents > 0 ? 'credit_note' : 'cancellation'
  const note = ofSource.findLast((document) => document.kind === 'credit_note')
  const corrected = correctionKind === 'credit_note' ? invoice : (note ?? invoice)
  const totalCents = Math.abs(cents)
  return [
    numberDocument(numbering, correctionKind, {
      orderId: invoice.orderId,
      purchaseId: invoice.purchaseId,
      accountId: invoice.accountId,
      source: moved.source,
      corrects: corrected.id,
      totalCents,
      tax: taxIn(totalCents, invoice.tax?.rate ?? null),
      country: invoice.country,
      content: contentOfCorrection(invoice.content, {
        ...creditedFor(moved, { kind: correctionKind, totalCents, invoice }),
        movedAt: moved.at,
        giftCents: Math.abs(moved.giftCents - creditedGift),
        correctsNumber: numberText(corrected),
      }),
    }),
  ]
}

type CreditedAmount = {
  readonly kind: DocumentKind
  readonly totalCents: number
  readonly invoice: BillingDocument
}

/**
 * Lists the parts of a refund by line if all of its money is credited in one document. Otherwise uses one line for the
 * amount.
 */
function creditedFor(
  { kind: by, reason, parts }: MovedBack,
  { kind, totalCents, invoice }: CreditedAmount,
): Pick<DocumentContent, 'lines' | 'postageCents'> {
  const line = (text: string) => ({
    lines: [{ text, detail: null, quantity: 1, cents: totalCents }],
    postageCents: null,
  })
  if (kind === 'cancellation') {
    return line(by === 'dispute' ? 'The dispute was won' : 'The refund was returned by the bank')
  }
  if (parts === null || totalOfParts(parts) !== totalCents) return line(`Refund: ${reason}`)
  return {
    lines: parts.lines.map((part) => ({
      text: `Refund: ${invoice.content.lines[part.line - 1]?.text ?? 'parts'}, ${lineText(part)}`,
      detail: reason,
      quantity: part.quantity,
      cents: part.cents,
    })),
    postageCents: parts.postageCents > 0 ? parts.postageCents : null,
  }
}

/** Takes seller and buyer from the invoice, even if they have changed. */
const contentOfCorrection = (
  invoice: DocumentContent,
  changes: Omit<DocumentContent, 'subject' | 'seller' | 'buyer' | 'orderCode'>,
): DocumentContent => ({ ...invoice, ...changes })
