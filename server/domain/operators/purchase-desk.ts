// What operators do about gift cards, credits and debts: find a purchase, void a card, send it to another address, and close a debt.
// refund-purchase.ts refunds one.

import type { AccountId } from '../base/caller.ts'
import { isMailAddress } from '../base/mail-address.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { RefundId } from '../base/refund-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { singleLine } from '../base/text.ts'
import { isUuid } from '../base/uuid.ts'
import { giftCodeHash, giftCodeOf } from '../gift-cards/code.ts'
import type { PurchaseGoods } from '../gift-cards/ports.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { RefundOutcome } from '../payments/ports.ts'

export type Debt = {
  readonly id: string
  readonly purchaseId: PurchaseId
  readonly email: string
  readonly cents: number
  readonly leftCents: number
  /** What was paid of it before its payment came back, and was not paid back yet. */
  readonly owedBackCents: number
  readonly note: string | null
  readonly at: Date
}

/** The ways by which the payment of a purchase goes back. */
export const returnKinds = ['refund', 'dispute'] as const

export type PurchaseReturned = {
  readonly id: string
  readonly kind: (typeof returnKinds)[number]
  readonly cents: number
  readonly takenCents: number
  readonly at: Date
  readonly reinstatedAt: Date | null
}

/** `open`: its outcome is not known, or not applied here yet. */
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
  /** Writes a refund as open. Null when the purchase has an open one, or the refund was written before. */
  readonly start: (refund: Omit<PurchaseRefund, 'state'>) => Promise<PurchaseRefund | null>
  /**
   * Open refunds that are due for a look, each leased to the caller. One that began less than `startedSecondsAgo` ago may belong to a
   * request that is running.
   */
  readonly claimOpen: (due: {
    readonly startedSecondsAgo: number
    readonly limit: number
  }) => Promise<readonly PurchaseRefund[]>
  /** Whether the processor still knows its key. */
  readonly isRepeatable: (id: RefundId) => Promise<boolean>
  /** Once, and only when it has succeeded or failed. */
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
   * The amount that is neither spent nor refunded, in cents. For credits: as many as the account has left, at most those of the pack.
   */
  readonly unspentCents: number
  /** How often a gift card was sent under another code. */
  readonly round: number
  readonly voidedAt: Date | null
  readonly returns: readonly PurchaseReturned[]
  /** Refunds that operators requested. */
  readonly refunds: readonly PurchaseRefund[]
  readonly debts: readonly Debt[]
}

export type PurchaseFilter = {
  readonly text: string
  /** Only those with a debt, with something that is owed back to the buyer, or with an open refund. */
  readonly isUnsettled: boolean
}

/** How an operator closes a debt. */
export type DebtClosing = {
  readonly id: string
  /** `settled`: it was paid otherwise. `written_off`: it will not be. */
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

/** How an operator gives back what is owed to a buyer. */
export type DebtRepayment = {
  readonly id: string
  readonly how: 'paid_back' | 'credited'
  readonly by: string
  readonly note: string
}

export type PurchaseDesk = {
  /** Searches the id, the payment, a part of the buyer's or recipient's address, or the code of a gift card; newest first. Empty: all. */
  readonly find: (search: PurchaseSearch, limit: number) => Promise<readonly SoldPurchase[]>
  readonly read: (id: PurchaseId) => Promise<SoldPurchase | null>
  /** False when it is not a paid gift card, or is already void. */
  readonly voidCard: (purchaseId: PurchaseId, by: string) => Promise<boolean>
  /** Another code for the card, with its mail to the address. False when its round is not `round`, or it was voided. */
  readonly reissue: (card: ReissuedCard) => Promise<boolean>
  /** Those with something owed, by the buyer or to the buyer. */
  readonly openDebts: (limit: number) => Promise<readonly Debt[]>
  /** Closes what is left of a debt. Null when there is no such debt, or nothing is left. */
  readonly closeDebt: (debt: DebtClosing) => Promise<Debt | null>
  /** Closes what is owed back of a debt. `not_creditable`: the gift card is void, or the account was deleted. */
  readonly payBack: (debt: DebtRepayment) => Promise<Debt | 'not_found' | 'not_creditable'>
}

export type PurchaseDeskFailure =
  | { readonly kind: 'purchase_not_found' }
  | { readonly kind: 'purchase_unpaid' }
  | { readonly kind: 'purchase_refund_too_large'; readonly leftCents: number }
  /** No amount was given, and nothing is unspent. */
  | { readonly kind: 'purchase_spent'; readonly leftCents: number }
  /** Another refund, of that amount, is not settled. */
  | { readonly kind: 'purchase_refund_open'; readonly amountCents: number }
  /** `reason`: the processor's. */
  | { readonly kind: 'purchase_refund_refused'; readonly reason: string }
  | { readonly kind: 'gift_card_voided' }
  | { readonly kind: 'debt_not_found' }
  | { readonly kind: 'debt_not_owed_back' }
  | { readonly kind: 'debt_not_creditable' }

export type Deps = OrderDeps & {
  readonly purchaseDesk: PurchaseDesk
  readonly purchaseRefunds: PurchaseRefunds
}
export type FoundPurchase = Result<SoldPurchase, PurchaseDeskFailure>

const listed = 50

export async function findPurchases(
  deps: Deps,
  { text: sent, isUnsettled }: PurchaseFilter,
): Promise<readonly SoldPurchase[]> {
  const text = singleLine(sent).trim()
  const codeHash = giftCodeHash(deps.orderIds, text)
  return await deps.purchaseDesk.find({ text, codeHash, isUnsettled }, listed)
}

export async function readPurchase({ purchaseDesk }: Deps, id: PurchaseId): Promise<FoundPurchase> {
  const purchase = isUuid(id) ? await purchaseDesk.read(id) : null
  return purchase === null ? fail({ kind: 'purchase_not_found' }) : ok(purchase)
}

/** The part of the price that has not gone back. */
export const returnableCents = ({
  amountCents,
  returns,
}: Pick<SoldPurchase, 'amountCents' | 'returns'>): number =>
  amountCents -
  returns
    .filter(({ reinstatedAt }) => reinstatedAt === null)
    .reduce((sum, { cents }) => sum + cents, 0)

/** The owner loses its value, and nothing is refunded. */
export async function voidGiftCard(
  deps: Deps,
  operator: string,
  id: PurchaseId,
): Promise<FoundPurchase> {
  const purchase = await readPurchase(deps, id)
  if (!purchase.ok) return purchase
  if (purchase.value.goods.kind !== 'gift_card') return fail({ kind: 'purchase_not_found' })
  if (!(await deps.purchaseDesk.voidCard(id, operator))) return fail({ kind: 'gift_card_voided' })
  deps.log.info('gift_card.voided', { purchaseId: id, by: operator })
  return await readPurchase(deps, id)
}

/** Sends it under another code, so that the recipient of the first mail cannot spend it. */
export async function reissueGiftCard(
  deps: Deps,
  operator: string,
  { id, email: sent }: { readonly id: PurchaseId; readonly email: string },
): Promise<
  Result<SoldPurchase, PurchaseDeskFailure | { readonly kind: 'gift_recipient_invalid' }>
> {
  const email = singleLine(sent).toLowerCase()
  if (!isMailAddress(email)) return fail({ kind: 'gift_recipient_invalid' })
  const purchase = await readPurchase(deps, id)
  if (!purchase.ok) return purchase
  const { goods, round, paidAt } = purchase.value
  if (goods.kind !== 'gift_card') return fail({ kind: 'purchase_not_found' })
  if (paidAt === null) return fail({ kind: 'purchase_unpaid' })
  const code = giftCodeOf(deps.orderIds, `${id}:${round + 1}`)
  const card = { purchaseId: id, round, codeHash: giftCodeHash(deps.orderIds, code), email }
  if (!(await deps.purchaseDesk.reissue(card))) return fail({ kind: 'gift_card_voided' })
  deps.log.info('gift_card.reissued', { purchaseId: id, by: operator })
  return await readPurchase(deps, id)
}
