// Which documents an order or a purchase still needs, from what was paid, what moved back, and what was issued before.

import type { BuyerDetails } from '../accounts/buyer.ts'
import type { AccountId } from '../base/caller.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { PurchaseGoods } from '../gift-cards/ports.ts'
import { addressLines } from '../orders/address-lines.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import { lineText, type RefundedParts, totalOfParts } from '../orders/refund-parts.ts'
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

/** What the configuration contributes. */
export type BillingSettings = {
  readonly seller: readonly string[]
  readonly taxRates: TaxRates
}

/** Money that one refund or dispute has moved back to the buyer so far; it can become less when a bank returns it. */
export type MovedBack = {
  readonly kind: 'refund' | 'dispute'
  readonly source: string
  readonly giftCents: number
  readonly cardCents: number
  readonly at: Date
  readonly reason: string
  /** What a refund is for; null for an amount, and for anything else. */
  readonly parts: RefundedParts | null
}

type Facts = {
  readonly paidAt: Date
  readonly movedBack: readonly MovedBack[]
  /** Earlier documents of the same order or purchase, in the order of their issue. */
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

/** Issues ids and numbers, each number once. */
export type Numbering = {
  readonly at: Date
  readonly newId: () => string
  readonly next: (series: Series) => DocumentNumber
}

/** The documents that are missing, in the order of their numbers; empty when everything is issued. */
export function missingDocuments(
  facts: BillingFacts,
  settings: BillingSettings,
  numbering: Numbering,
): readonly BillingDocument[] {
  const earlier = facts.issued.find(({ kind }) => kind === 'invoice')
  const invoice = earlier ?? numbered(numbering, 'invoice', invoiceOf(facts, settings))
  const corrections = facts.movedBack
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .flatMap((moved) => correctionOf(moved, { invoice, issued: facts.issued, numbering }))
  return earlier === undefined ? [invoice, ...corrections] : corrections
}

type UnnumberedDocument = Omit<BillingDocument, 'id' | 'kind' | 'issuedAt' | keyof DocumentNumber>

function numbered(
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
  { seller, taxRates }: BillingSettings,
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

/** A gift card can pay for prints to any country, so its tax is due when it is spent. */
function invoiceOfPurchase(
  { purchase, buyer, email, country, paidAt }: PurchaseFacts,
  { seller, taxRates }: BillingSettings,
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
          text:
            goods.kind === 'gift_card'
              ? 'Gift card'
              : `${goods.credits} credits for generating models`,
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

/** One document for the difference between what moved back and what was credited for it; none when they agree. */
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
    numbered(numbering, correctionKind, {
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

/** The parts of a refund by line, as long as all of its money is credited at once; else one line for the amount. */
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

/** Seller and buyer are those of the invoice, also when they have changed since. */
const contentOfCorrection = (
  invoice: DocumentContent,
  changes: Omit<DocumentContent, 'subject' | 'seller' | 'buyer' | 'orderCode'>,
): DocumentContent => ({ ...invoice, ...changes })
