// Operators' actions on gift cards, credits and debts: find a purchase, void a card, send it to another address, and
// close a debt. refund-purchase.ts handles refunds.

import type { AccountId } from '../base/caller.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import { type PurchaseId, parsePurchaseId } from '../base/ids/purchase-id.ts'
import type { RefundId } from '../base/ids/refund-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isEmailAddress } from '../base/text/email-address.ts'
import { singleLine } from '../base/text/text.ts'
import { giftCodeHash, giftCodeOf } from '../gift-cards/code.ts'
import type { PurchaseGoods } from '../gift-cards/ports.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { RefundOutcome } from '../payments/refund-outcome.ts'

export type Debt = {
  readonly id: string
  readonly purchaseId: PurchaseId
  readonly email: string
  readonly cents: number
  readonly leftCents: number
  /** Amount of the debt that was paid before its payment was returned to the shop, less repayments. */
  readonly owedBackCents: number
  readonly note: string | null
  readonly at: Date
}

/** How the payment of a purchase is returned. */
export const returnKinds = ['refund', 'dispute'] as const

export type PurchaseReturned = {
  readonly id: string
  readonly kind: (typeof returnKinds)[number]
  readonly cents: number
  readonly takenCents: number
  readonly at: Date
  readonly reinstatedAt: Date | null
}

/** `open`: its outcome is unknown, or not yet applied. */
export const purchaseRefundStates = ['open', 'succeeded', 'failed'] as const

export type PurchaseRefund = {
  readonly id: RefundId
  readonly purchaseId: PurchaseId
  readonly paymentId: PaymentId
  readonly amountCents: number
  readonly reason: string
  readonly requestedBy: string
  readonly state: (typeof purchaseRefundStates)[number]
}

export type PurchaseRefunds = {
  /** Writes a refund as open. Returns null if the purchase has an open refund, or if this refund was already written. */
  readonly start: (refund: Omit<PurchaseRefund, 'state'>) => Promise<PurchaseRefund | null>
  /**
   * Claims open refunds that are due for a check, each leased to the caller. A refund that began less than
   * `startedSecondsAgo` ago may belong to a request in progress.
   */
  readonly claimOpen: (due: {
    readonly startedSecondsAgo: number
    readonly limit: number
  }) => Promise<readonly PurchaseRefund[]>
  /** Whether the processor still remembers its key. */
  readonly isRepeatable: (id: RefundId) => Promise<boolean>
  /** Settles a refund that has succeeded or failed. Has an effect only once. */
  readonly settle: (id: RefundId, outcome: RefundOutcome) => Promise<void>
}

export type SoldPurchase = {
  readonly id: PurchaseId
  readonly accountId: AccountId
  readonly buyerEmail: string
  readonly amountCents: number
  readonly goods: PurchaseGoods
  readonly paymentId: PaymentId | null
  readonly createdAt: Date
  readonly paidAt: Date | null
  /**
   * The amount that is neither used nor refunded, in cents. For credits: the remaining credits of the account, at most
   * the pack's.
   */
  readonly unspentCents: number
  /** Number of times that a gift card was reissued with another code. */
  readonly round: number
  readonly voidedAt: Date | null
  readonly returns: readonly PurchaseReturned[]
  /** Refunds that operators requested. */
  readonly refunds: readonly PurchaseRefund[]
  readonly debts: readonly Debt[]
}

export type PurchaseFilter = {
  readonly text: string
  /** Only purchases with a debt, with an amount owed to the buyer, or with an open refund. */
  readonly isUnsettled: boolean
}

/** How an operator closes a debt. */
export type DebtClosing = {
  readonly id: string
  /** `settled`: it was paid in another way. `written_off`: it will not be paid. */
  readonly how: 'settled' | 'written_off'
  readonly by: string
  readonly note: string
}

export type PurchaseSearch = PurchaseFilter & { readonly codeHash: string }

/** A gift card under a new code. */
export type ReissuedCard = {
  readonly purchaseId: PurchaseId
  readonly round: number
  readonly codeHash: string
  readonly email: string
}

/** How an operator repays an amount owed to a buyer. */
export type DebtRepayment = {
  readonly id: string
  readonly how: 'paid_back' | 'credited'
  readonly by: string
  readonly note: string
}

export type PurchaseDesk = {
  /**
   * Searches by id, payment, part of the buyer's or recipient's address, or gift card code; newest first. An empty
   * search returns all.
   */
  readonly find: (search: PurchaseSearch, limit: number) => Promise<readonly SoldPurchase[]>
  readonly read: (id: PurchaseId) => Promise<SoldPurchase | null>
  /** Returns false if it is not a paid gift card, or is already void. */
  readonly voidCard: (purchaseId: PurchaseId, by: string) => Promise<boolean>
  /**
   * Assigns a new code to the card and queues its email to the address. Returns false if its round is not `round`, or
   * if it was voided.
   */
  readonly reissue: (card: ReissuedCard) => Promise<boolean>
  /** Returns debts with an open amount, owed by or to the buyer. */
  readonly openDebts: (limit: number) => Promise<readonly Debt[]>
  /** Closes the remainder of a debt. Returns null if there is no such debt, or nothing remains. */
  readonly closeDebt: (debt: DebtClosing) => Promise<Debt | null>
  /**
   * Closes the amount of a debt that is owed to the buyer. `not_creditable`: the gift card is void, or the account was
   * deleted.
   */
  readonly payBack: (debt: DebtRepayment) => Promise<Debt | 'not_found' | 'not_creditable'>
}

export type PurchaseDeskFailure =
  | { readonly kind: 'purchase_not_found' }
  | { readonly kind: 'purchase_unpaid' }
  | { readonly kind: 'purchase_refund_too_large'; readonly leftCents: number }
  /** No amount was given, and nothing is unused. */
  | { readonly kind: 'purchase_spent'; readonly leftCents: number }
  /** Another refund of that amount is not settled. */
  | { readonly kind: 'purchase_refund_open'; readonly amountCents: number }
  /** `reason`: the processor's reason. */
  | { readonly kind: 'purchase_refund_refused'; readonly reason: string }
  | { readonly kind: 'gift_card_voided' }
  | { readonly kind: 'debt_not_found' }
  | { readonly kind: 'debt_not_owed_back' }
  | { readonly kind: 'debt_not_creditable' }

export type PurchaseDeskDeps = OrderDeps & {
  readonly purchaseDesk: PurchaseDesk
  readonly purchaseRefunds: PurchaseRefunds
}
export type FoundPurchase = Result<SoldPurchase, PurchaseDeskFailure>

const listed = 50

export async function findPurchases(
  deps: PurchaseDeskDeps,
  { text: sent, isUnsettled }: PurchaseFilter,
): Promise<readonly SoldPurchase[]> {
  const text = singleLine(sent).trim()
  const codeHash = giftCodeHash(deps.orderIds, text)
  return await deps.purchaseDesk.find({ text, codeHash, isUnsettled }, listed)
}

export async function readPurchase(
  { purchaseDesk }: Pick<PurchaseDeskDeps, 'purchaseDesk'>,
  purchaseId: string,
): Promise<FoundPurchase> {
  const id = parsePurchaseId(purchaseId)
  const purchase = id === null ? null : await purchaseDesk.read(id)
  return purchase === null ? fail({ kind: 'purchase_not_found' }) : ok(purchase)
}

/** Returns the part of the price that has not been returned. */
export const returnableCents = ({
  amountCents,
  returns,
}: Pick<SoldPurchase, 'amountCents' | 'returns'>): number =>
  amountCents -
  returns
    .filter(({ reinstatedAt }) => reinstatedAt === null)
    .reduce((sum, { cents }) => sum + cents, 0)

/** Voids the card without a refund. Its owner loses the value. */
export async function voidGiftCard(
  deps: PurchaseDeskDeps,
  operator: string,
  purchaseId: string,
): Promise<FoundPurchase> {
  const purchase = await readPurchase(deps, purchaseId)
  if (!purchase.ok) return purchase
  const { id } = purchase.value
  if (purchase.value.goods.kind !== 'gift_card') return fail({ kind: 'purchase_not_found' })
  if (!(await deps.purchaseDesk.voidCard(id, operator))) return fail({ kind: 'gift_card_voided' })
  deps.log.info('gift_card.voided', { purchaseId: id, by: operator })
  return await readPurchase(deps, id)
}

/** Sends the card under another code, so that the recipient of the first email cannot use it. */
export async function reissueGiftCard(
  deps: PurchaseDeskDeps,
  operator: string,
  { id: purchaseId, email: sent }: { readonly id: string; readonly email: string },
): Promise<
  Result<SoldPurchase, PurchaseDeskFailure | { readonly kind: 'gift_recipient_invalid' }>
> {
  const email = singleLine(sent).toLowerCase()
  if (!isEmailAddress(email)) return fail({ kind: 'gift_recipient_invalid' })
  const purchase = await readPurchase(deps, purchaseId)
  if (!purchase.ok) return purchase
  const { id, goods, round, paidAt } = purchase.value
  if (goods.kind !== 'gift_card') return fail({ kind: 'purchase_not_found' })
  if (paidAt === null) return fail({ kind: 'purchase_unpaid' })
  const code = giftCodeOf(deps.orderIds, `${id}:${round + 1}`)
  const card = { purchaseId: id, round, codeHash: giftCodeHash(deps.orderIds, code), email }
  if (!(await deps.purchaseDesk.reissue(card))) return fail({ kind: 'gift_card_voided' })
  deps.log.info('gift_card.reissued', { purchaseId: id, by: operator })
  return await readPurchase(deps, id)
}
