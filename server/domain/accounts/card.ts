// Saves a card through the processor's hosted page, and removes it. We store its brand, last digits and the processor's ids.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { processorFailure } from '../payments/failure.ts'
import type { SavedCard } from '../payments/ports.ts'
import { withCustomer } from './customer.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

type CardDeps = Pick<AccountDeps, 'accounts' | 'payments' | 'baseUrl' | 'log'>

/** Returns the URL of a hosted page, which redirects back to /account/card/done. */
export async function startCardSetup(
  deps: CardDeps,
  caller: AccountCaller,
): Promise<Result<{ url: string }, AccountFailure>> {
  const { accountId } = caller
  return catchProcessorErrors(deps, () =>
    withCustomer(deps, accountId, async (customerId) => {
      const { url } = await deps.payments.openCardSetup(
        {
          customerId,
          // The processor replaces the braces with the id of the session.
          successUrl: `${deps.baseUrl}/account/card/done?session_id={CHECKOUT_SESSION_ID}`,
          cancelUrl: `${deps.baseUrl}/account`,
        },
        { accountId },
      )
      return { url }
    }),
  )
}

const sessionIdPattern = /^[A-Za-z0-9_]{1,200}$/

/**
 * Stores the card of a completed setup; returns null when the setup is incomplete, unknown or another account's. The
 * processor's event stores the card as well, so nothing is lost when the browser does not come back.
 */
export async function finishCardSetup(
  deps: CardDeps,
  caller: AccountCaller,
  sessionId: string,
): Promise<Result<SavedCard | null, AccountFailure>> {
  if (!sessionIdPattern.test(sessionId)) return ok(null)
  return catchProcessorErrors(deps, async () => {
    const account = await deps.accounts.read(caller.accountId)
    if (!account?.customerId) return null
    const card = await deps.payments.readCardSetup(sessionId, {
      accountId: caller.accountId,
    })
    if (card === null || card.customerId !== account.customerId) return null
    await deps.accounts.saveCard(card)
    deps.log.info('account.card_saved', { accountId: caller.accountId, brand: card.brand })
    return card
  })
}

/**
 * Removes the card from the account, at the processor first: a card that the account no longer has must not be chargeable.
 * A charge that is already under way is still settled. False when there is no card.
 */
export async function removeCard(
  deps: CardDeps,
  { accountId }: AccountCaller,
): Promise<Result<boolean, AccountFailure>> {
  return catchProcessorErrors(deps, async () => {
    const account = await deps.accounts.read(accountId)
    if (!account?.card) return false
    const { paymentMethodId } = account.card
    await deps.payments.detachCard(paymentMethodId, { accountId })
    await deps.accounts.removeCard(paymentMethodId)
    deps.log.info('account.card_removed', { accountId })
    return true
  })
}

async function catchProcessorErrors<T>(
  deps: Pick<AccountDeps, 'log'>,
  work: () => Promise<T>,
): Promise<Result<T, AccountFailure>> {
  try {
    return ok(await work())
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn(`account.${failure.kind}`, { error })
    return fail(failure)
  }
}
