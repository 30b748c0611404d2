// Purchases of gift cards and credits: the purchase is written, then paid at a hosted checkout (decisions.md 39 and
// 40). The processor's event delivers the goods once.

import { withCustomer } from '../accounts/customer.ts'
import type { AccountFailure } from '../accounts/failure.ts'
import type { AccountCaller } from '../base/caller.ts'
import { type PurchaseId, purchaseIdOf } from '../base/ids/purchase-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isEmailAddress } from '../base/text/email-address.ts'
import { severalLines, singleLine } from '../base/text/text.ts'
import { maxOpenPurchases } from '../limits/open-checkouts.ts'
import { processorFailure } from '../payments/failure.ts'
import { ProcessorUnavailable } from '../payments/ports.ts'
import { formatDollars } from '../pricing/dollars.ts'
import { checkDebt } from './debt.ts'
import type { PurchaseFailure } from './failure.ts'
import { purchasedCredits } from './goods-text.ts'
import type { NewPurchase, PurchaseDeps, PurchaseGoods } from './ports.ts'

export const giftAmountCents = { min: 500, max: 50_000 } as const
export const maxGiftMessage = 500

export type OpenedPurchase = { readonly checkoutUrl: string; readonly purchaseId: PurchaseId }

type BuyResult = Promise<Result<OpenedPurchase, PurchaseFailure | AccountFailure>>

export async function buyGiftCard(
  deps: PurchaseDeps,
  caller: AccountCaller,
  input: {
    readonly amountCents: number
    readonly recipientEmail: string
    readonly message?: string | null | undefined
  },
): BuyResult {
  const { amountCents } = input
  const { min, max } = giftAmountCents
  if (!Number.isInteger(amountCents) || amountCents < min || amountCents > max) {
    return fail({ kind: 'gift_amount_invalid' })
  }
  const recipientEmail = singleLine(input.recipientEmail).toLowerCase()
  if (!isEmailAddress(recipientEmail)) return fail({ kind: 'gift_recipient_invalid' })
  const message = severalLines(input.message ?? '') || null
  if (message !== null && [...message].length > maxGiftMessage) {
    return fail({ kind: 'gift_message_too_long', limit: maxGiftMessage })
  }
  return await openPurchase(deps, caller, {
    amountCents,
    goods: { kind: 'gift_card', recipientEmail, message },
  })
}

/** `pack`: the number of credits of an available pack. */
export async function buyCredits(
  deps: PurchaseDeps,
  caller: AccountCaller,
  { pack }: { readonly pack: number },
): BuyResult {
  const offer = deps.creditPacks.find(({ credits }) => credits === pack)
  if (offer === undefined) {
    const packs = deps.creditPacks.map(({ credits }) => credits)
    return fail({ kind: 'credit_pack_unknown', packs })
  }
  const { credits: offeredCredits, cents: amountCents } = offer
  return await openPurchase(deps, caller, {
    amountCents,
    goods: { kind: 'credits', credits: offeredCredits },
  })
}

async function openPurchase(
  deps: PurchaseDeps,
  caller: AccountCaller,
  { amountCents, goods }: Pick<NewPurchase, 'amountCents' | 'goods'>,
): BuyResult {
  const allowed = await checkDebt(deps, caller.accountId)
  if (!allowed.ok) return allowed
  const id = purchaseIdOf(deps.ids.uuid())
  try {
    // The purchase is written before its page is opened, so that a payment always finds it.
    const purchase = { id, accountId: caller.accountId, amountCents, goods }
    const inserted = await deps.purchases.insert(purchase)
    if (inserted.kind === 'too_many_open') {
      return fail({
        kind: 'too_many_open_purchases',
        limit: maxOpenPurchases,
        retryAfterSeconds: inserted.secondsLeft,
      })
    }
    const { accountId } = caller
    const { sessionId, url } = await withCustomer(deps, accountId, (customerId) =>
      deps.payments.openPurchase(
        {
          purchaseId: id,
          amountCents,
          description: descriptionOf(goods, amountCents),
          customerId,
          ...returnUrls(deps.baseUrl, goods, id),
        },
        { accountId },
      ),
    )
    if (url === null) throw new ProcessorUnavailable('the checkout has no page')
    await deps.purchases.saveCheckout(id, sessionId)
    deps.log.info('purchase.opened', { purchaseId: id, kind: goods.kind, amountCents })
    return ok({ checkoutUrl: url, purchaseId: id })
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn(`purchase.${failure.kind}`, { purchaseId: id, error })
    // The caller gets no page, so the purchase must not be counted as open.
    await deps.purchases.withdraw(id)
    return fail(failure)
  }
}

function descriptionOf(goods: PurchaseGoods, amountCents: number): string {
  return goods.kind === 'credits'
    ? purchasedCredits(goods.credits)
    : `Gift card of ${formatDollars(amountCents)}`
}

function returnUrls(baseUrl: string, { kind }: PurchaseGoods, id: PurchaseId) {
  const page = kind === 'credits' ? '/account' : '/gift-cards'
  return {
    successUrl: `${baseUrl}${page}?bought=${id}`,
    cancelUrl: `${baseUrl}${page}`,
  }
}
