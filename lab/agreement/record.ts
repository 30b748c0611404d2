// The history's record of each order: its request, and the outcome that the contract and docs/money.md require.
// Nothing here is read from the service. Amounts are cents.
import type { Customer } from './stage.ts'

export type OrderedLine = {
  readonly fileName: string
  readonly quantity: number
  readonly printCents: number
}

export type RefundedParts = {
  readonly lines: readonly {
    readonly line: number
    readonly quantity: number
    readonly of: number
    readonly cents: number
  }[]
  readonly postageCents: number
}

/**
 * The gift card part is refunded first. `settling`: the processor has the card part, and nothing is booked. `failed`:
 * nothing moved. `returned`: the bank returned the card part, and the gift card keeps its part.
 */
export type Refund = {
  readonly id: number
  readonly giftCents: number
  readonly cardCents: number
  readonly parts: RefundedParts | null
  /** Whether the processor has no record of it. */
  readonly isRefused: boolean
  /** Amount withheld from the gift card part. */
  withheld: Withheld
  state: 'settling' | 'succeeded' | 'failed' | 'returned'
}

/** Amount that repaid a debt of the gift card's buyer, and amount lost with a void card. */
export type Withheld = { readonly debtCents: number; readonly voidCents: number }

/** `inquiry`, `closed`: the bank withdrew nothing. */
export type Dispute = {
  readonly id: string
  readonly cents: number
  status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost'
}

export type Mail = { readonly subject: string; readonly amounts: readonly number[] }

export type Document = {
  readonly kind: 'invoice' | 'credit_note' | 'cancellation'
  readonly cents: number
  readonly giftCents: number
  /** Null: no tax is shown. */
  readonly taxCents: number | null
}

/** A paid subject, with its issued documents. */
export type Billed = {
  readonly documents: Document[]
  /** Amounts on its documents so far, by the refund or dispute that moved the money. */
  readonly credited: Map<string, MovedBack>
}

export type MovedBack = { readonly giftCents: number; readonly cardCents: number }

/** `open`: not paid, and payable. `closed`: cancelled. */
export type OrderRecord = Billed & {
  readonly code: string
  readonly source: 'rest' | 'web'
  readonly customer: Customer
  readonly country: string
  readonly lines: readonly OrderedLine[]
  readonly postageCents: number
  readonly totalCents: number
  /** The gift card's share of the total. */
  readonly giftCents: number
  readonly card: GiftCardRecord | null
  readonly refunds: Refund[]
  readonly disputes: Dispute[]
  readonly mails: Mail[]
  isPaid: boolean
  isClosed: boolean
  /** Id of the payment at the processor; null without one. */
  payment: string | null
}

/** Reversal of a purchase's payment. `cents`: at most the remaining price. */
export type PurchaseReturn = {
  readonly id: string
  readonly by: 'refund' | 'dispute'
  readonly cents: number
  /** Unspent value. */
  readonly takenCents: number
  readonly takenCredits: number
  /** Part of the debt that the gift card has received since. */
  repaidCents: number
  owedCents: number
  settledCents: number
  writtenOffCents: number
  isReinstated: boolean
}

export type PurchaseRecord = Billed & {
  readonly id: string
  readonly kind: 'gift_card' | 'credits'
  readonly buyer: Customer
  readonly amountCents: number
  /** Country whose tax it contains: that of the buyer's order; null for a gift card, and without an order. */
  readonly country: string | null
  readonly payment: string
  readonly returns: PurchaseReturn[]
  readonly disputes: Dispute[]
  readonly refunds: { readonly id: string; readonly cents: number; isReturned: boolean }[]
}

export type GiftCardRecord = PurchaseRecord & {
  readonly kind: 'gift_card'
  readonly recipient: string
  readonly giftCode: string
  balanceCents: number
  breakageCents: number
  isVoid: boolean
  /** Whether it is mailed; a card that is voided earlier is never sent. */
  isMailed: boolean
}

export type CreditsRecord = PurchaseRecord & {
  readonly kind: 'credits'
  readonly pack: number
  /** Credits of the buyer, who has no other pack. */
  credits: number
  /** Price paid for them. */
  valueCents: number
  usedCents: number
}

/** Amounts in a response, and the expected ones. */
export type MailText = {
  readonly where: string
  readonly found: unknown
  readonly expected: unknown
}

export type History = {
  readonly orders: OrderRecord[]
  readonly cards: GiftCardRecord[]
  readonly credits: CreditsRecord[]
  /** Amounts of charges that succeeded. */
  readonly charges: number[]
  readonly told: MailText[]
  readonly payouts: { readonly id: string; readonly cents: number; isReturned: boolean }[]
}

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((all, cents) => all + cents, 0)

/** Returns the amount that the customer has received. */
export function movedOf({ state, giftCents, cardCents }: Refund): MovedBack {
  const isBack = state === 'succeeded'
  return {
    giftCents: isBack || state === 'returned' ? giftCents : 0,
    cardCents: isBack ? cardCents : 0,
  }
}

export const movedCents = (refund: Refund): number => {
  const { giftCents, cardCents } = movedOf(refund)
  return giftCents + cardCents
}

export const refundedOf = ({ refunds }: OrderRecord): number => sum(refunds.map(movedCents))

export const refundingOf = ({ refunds }: OrderRecord): number =>
  sum(
    refunds
      .filter(({ state }) => state === 'settling')
      .map(({ giftCents, cardCents }) => giftCents + cardCents),
  )

const withStatus = (disputes: readonly Dispute[], status: Dispute['status']): number =>
  sum(disputes.filter((dispute) => dispute.status === status).map(({ cents }) => cents))

export const lostAtBank = ({ disputes }: Pick<OrderRecord, 'disputes'>): number =>
  withStatus(disputes, 'lost')

export const withdrawnOf = ({ disputes }: Pick<OrderRecord, 'disputes'>): number =>
  withStatus(disputes, 'open') + withStatus(disputes, 'lost')

export const disputedOf = ({ disputes }: Pick<OrderRecord, 'disputes'>): number =>
  withStatus(disputes, 'open')

/** Returns the amount that lost disputes took of the order: at most its remaining amount. */
export const lostOf = (order: OrderRecord): number =>
  Math.min(lostAtBank(order), order.totalCents - refundedOf(order))

export const refundableOf = (order: OrderRecord): number =>
  order.isPaid ? order.totalCents - refundedOf(order) - refundingOf(order) - lostOf(order) : 0

export const cardCentsOf = ({ totalCents, giftCents }: OrderRecord): number =>
  totalCents - giftCents

/** Returns the part of the gift card's share that was neither refunded nor is about to be. */
export const giftLeftOf = ({ giftCents, refunds }: OrderRecord): number =>
  giftCents -
  sum(refunds.filter(({ state }) => state !== 'failed').map((refund) => refund.giftCents))

/** Returns the remainder of the card payment at the processor, without pending refunds. */
export const cardLeftOf = (order: OrderRecord): number =>
  cardCentsOf(order) -
  sum(
    order.refunds
      .filter(({ state }) => state === 'succeeded' || state === 'settling')
      .map(({ cardCents }) => cardCents),
  )

/**
 * Returns the amount that a customer paid and did not get back: an unpaid order holds the gift card's share until it
 * is closed.
 */
export function keptOf(order: OrderRecord): number {
  if (order.isPaid) return order.totalCents - refundedOf(order) - lostOf(order)
  return order.isClosed ? 0 : order.giftCents
}

export const purchasesOf = ({ cards, credits }: History): readonly PurchaseRecord[] => [
  ...cards,
  ...credits,
]

export const debtOf = ({ returns }: PurchaseRecord): number =>
  sum(
    returns
      .filter(({ isReinstated }) => !isReinstated)
      .map(
        ({ owedCents, repaidCents, settledCents, writtenOffCents }) =>
          owedCents - repaidCents - settledCents - writtenOffCents,
      ),
  )
