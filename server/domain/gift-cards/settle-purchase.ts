// Delivers a purchase after its payment is known: from the processor's event, from the processor's record if the event
// is late, or from a stored event if the purchase's row was lost and restored.

import type { AccountCaller } from '../base/caller.ts'
import { parsePurchaseId } from '../base/ids/purchase-id.ts'
import {
  type CallPurpose,
  type Checkout,
  isRefunded,
  ProcessorUnavailable,
} from '../payments/ports.ts'
import type { ReturnDeps } from '../payments/return-payment.ts'
import { returnUnusable } from '../payments/unusable-payment.ts'
import { giftCodeHash, giftCodeOf } from './code.ts'
import type { Purchase, PurchaseDeps, PurchasePayment } from './ports.ts'

/** A payment whose purchase is named by the processor's metadata. */
type ReportedPayment = Omit<PurchasePayment, 'purchaseId'> & { readonly purchaseId: string }

type SettlePurchaseDeps = ReturnDeps & Pick<PurchaseDeps, 'purchases'>

/** Returns false if the purchase is not in the database. */
export async function applyPurchasePayment(
  deps: SettlePurchaseDeps,
  payment: ReportedPayment,
): Promise<boolean> {
  const { paymentId, amountCents } = payment
  const purchaseId = parsePurchaseId(payment.purchaseId)
  if (purchaseId === null) return false
  const hash = giftCodeHash(deps.orderIds, giftCodeOf(deps.orderIds, purchaseId))
  const outcome = await deps.purchases.markPaid({ purchaseId, paymentId, amountCents }, hash)
  switch (outcome) {
    case 'paid':
      deps.log.info('purchase.paid', { purchaseId, paymentId, amountCents })
      return true
    case 'already':
      return true
    case 'duplicate':
    case 'wrong_amount': {
      const subject = { kind: 'purchase', id: purchaseId, code: null } as const
      await returnUnusable(deps, { paymentId, amountCents, cause: outcome, subject })
      return true
    }
    case 'being_returned':
      deps.log.warn('purchase.being_returned', { purchaseId, paymentId })
      return true
    case 'no_such_purchase':
      return false
  }
}

/** `refunded`: the payment was refunded in full before delivery. `open`: no payment is known. */
export type ReturnedPurchase = {
  readonly purchase: Purchase
  readonly state: 'paid' | 'refunded' | 'open'
}

/**
 * Returns the purchase of a visitor who returns from the checkout. Reads it from the processor if its event has not
 * arrived. null if the account has no such purchase.
 */
export async function readReturned(
  deps: SettlePurchaseDeps,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  sentId: string,
): Promise<ReturnedPurchase | null> {
  const purchaseId = parsePurchaseId(sentId)
  const before = purchaseId === null ? null : await deps.purchases.read(purchaseId)
  if (purchaseId === null || before === null || before.accountId !== accountId) return null
  if (before.paymentId !== null) return { purchase: before, state: 'paid' }
  let checkout: Checkout | null = null
  try {
    checkout = await reviewPurchase(deps, before, { accountId })
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    deps.log.warn('purchase.not_reviewed', { purchaseId, error })
  }
  const purchase = (await deps.purchases.read(purchaseId)) ?? before
  if (purchase.paymentId !== null) return { purchase, state: 'paid' }
  return { purchase, state: checkout !== null && isRefunded(checkout) ? 'refunded' : 'open' }
}

const reviewedPerRound = 10

/** Checks purchases that may have been paid without an event, concurrently. Run by the worker. */
export async function settlePurchases(deps: SettlePurchaseDeps): Promise<void> {
  const open = await deps.purchases.claimOpen(reviewedPerRound)
  await Promise.all(open.map((purchase) => settleOne(deps, purchase)))
}

async function settleOne(deps: SettlePurchaseDeps, purchase: Purchase): Promise<void> {
  try {
    await reviewPurchase(deps, purchase, 'upkeep')
  } catch (error) {
    // The purchase is checked again in a later round.
    const facts = { purchaseId: purchase.id, error }
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('purchase.not_reviewed', facts)
    } else {
      deps.log.error('purchase.not_reviewed', facts)
    }
  }
}

/** Applies the payment of a purchase's checkout. Returns the checkout; null if none was opened. */
async function reviewPurchase(
  deps: SettlePurchaseDeps,
  { id: purchaseId, checkoutSessionId }: Purchase,
  purpose: CallPurpose,
): Promise<Checkout | null> {
  if (checkoutSessionId === null) return null
  const checkout = await deps.payments.readCheckout(checkoutSessionId, purpose)
  const { payment } = checkout
  if (payment?.status === 'succeeded') {
    const { paymentId, amountCents } = payment
    await applyPurchasePayment(deps, { purchaseId, paymentId, amountCents })
  }
  return checkout
}
