// Saving a card: the processor's hosted page takes it, we keep brand, last digits and the processor's ids.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { ProcessorUnavailable, type SavedCard } from '../payments/ports.ts'
import { ensureCustomer } from './customer.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'

type CardDeps = Pick<AccountDeps, 'accounts' | 'payments' | 'baseUrl' | 'log'>

/** Opens the hosted page; answers its URL. The browser comes back to /account/card/done. */
export async function startCardSetup(
  deps: CardDeps,
  caller: AccountCaller,
): Promise<Result<{ url: string }, AccountFailure>> {
  return reachingProcessor(deps, async () => {
    const customerId = await ensureCustomer(deps, caller.accountId)
    const { url } = await deps.payments.openCardSetup({
      customerId,
      // The processor puts the session's id in the place of the braces.
      successUrl: `${deps.baseUrl}/account/card/done?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${deps.baseUrl}/account`,
    })
    return { url }
  })
}

const sessionIdForm = /^[A-Za-z0-9_]{1,200}$/

/**
 * Stores the card that a finished setup saved; null when the setup is unfinished, unknown or another account's. The
 * processor's own event stores it as well, so a browser that never comes back loses nothing.
 */
export async function finishCardSetup(
  deps: CardDeps,
  caller: AccountCaller,
  sessionId: string,
): Promise<Result<SavedCard | null, AccountFailure>> {
  if (!sessionIdForm.test(sessionId)) return ok(null)
  return reachingProcessor(deps, async () => {
    const account = await deps.accounts.read(caller.accountId)
    if (!account?.customerId) return null
    const card = await deps.payments.readCardSetup(sessionId)
    if (card === null || card.customerId !== account.customerId) return null
    await deps.accounts.saveCard(card)
    deps.log.info('account.card_saved', { accountId: caller.accountId, brand: card.brand })
    return card
  })
}

async function reachingProcessor<T>(
  deps: Pick<AccountDeps, 'log'>,
  work: () => Promise<T>,
): Promise<Result<T, AccountFailure>> {
  try {
    return ok(await work())
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    deps.log.warn('account.processor_unavailable', { error })
    return fail({ kind: 'processor_unavailable' })
  }
}
