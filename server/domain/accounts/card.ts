// Saves a card through the processor's hosted page and removes it. The service stores the card's brand, last digits and
// processor ids.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { processorFailure } from '../payments/failure.ts'
import type { SavedCard } from '../payments/ports.ts'
import { withCustomer } from './customer.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

type CardDeps = Pick<AccountDeps, 'accounts' | 'payments' | 'baseUrl' | 'log'>

/** Returns the URL of a hosted page that redirects to /account/card/done. */
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
          // The processor replaces the braces with the session id.
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
 * Stores the card of a completed setup. Returns null if the setup is incomplete, unknown or belongs to another
 * account. The processor's event stores the card as well, in case the browser does not return.
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
 * Removes the card at the processor first, then from the account: a card that the account no longer shows must not be
 * chargeable. A charge in progress is still settled. Returns false if there is no card.
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
