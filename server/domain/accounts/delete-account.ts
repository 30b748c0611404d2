// Deletes an account, either for its owner or for an operator who handles a deletion request (decisions.md 56 and
// /privacy).

import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/ids/customer-id.ts'
import type { Clock } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type ProcessorFailure, processorFailure } from '../payments/failure.ts'
import type { CallPurpose } from '../payments/ports.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'
import type { Obstacles } from './records.ts'

type DeletionDeps = Pick<AccountDeps, 'accountRecords' | 'payments' | 'log'>

/** The owner must sign in again before deletion, so that an unattended browser is not enough. In minutes. */
export const freshSignInMinutes = 10

/** Whether the caller signed in within the last `freshSignInMinutes`. */
export function isSignInFresh({ clock }: { readonly clock: Clock }, caller: AccountCaller) {
  const { signedInAt } = caller
  if (signedInAt === undefined) return false
  return clock.now().getTime() - signedInAt.getTime() <= freshSignInMinutes * 60_000
}

/** `losesCredits`: the owner confirmed that unused credits lapse. */
export async function deleteOwnAccount(
  deps: DeletionDeps & Pick<AccountDeps, 'clock'> & { readonly credits: CreditReader },
  caller: AccountCaller,
  { losesCredits }: { readonly losesCredits: boolean },
): Promise<Result<void, AccountFailure>> {
  if (!isSignInFresh(deps, caller)) return fail({ kind: 'fresh_sign_in_required' })
  const credits = await deps.credits.read(caller.accountId)
  if (credits > 0 && !losesCredits) return fail({ kind: 'credits_left', credits })
  return await deleteAccount(deps, caller.accountId)
}

type CreditReader = { readonly read: (accountId: AccountId) => Promise<number> }

/**
 * Deletes the account in one transaction, then its customer at the processor. An account with an open order is kept
 * together with its card. If the processor cannot delete the customer now, the sweep deletes it later.
 */
export async function deleteAccount(
  deps: DeletionDeps,
  accountId: AccountId,
): Promise<Result<void, AccountFailure>> {
  const erased = await deps.accountRecords.erase(accountId)
  if (erased.kind === 'kept') return fail(erased.obstacle)
  if (erased.kind === 'missing') return fail({ kind: 'account_not_found' })
  deps.log.info('account.deleted', { accountId })
  if (erased.customerId !== null) await deleteCustomer(deps, erased.customerId, { accountId })
  return ok(undefined)
}

const customersAtOnce = 100

/** So many calls in a row without a response mean that the processor is unavailable, or that its call budget is used up. */
const unansweredInARow = 3

/**
 * Deletes customers of deleted accounts that still exist at the processor. Returns how many. A customer that the processor refuses to
 * delete is logged and does not stop the others.
 */
export async function deleteLeftCustomers(deps: DeletionDeps): Promise<number> {
  let deleted = 0
  let unanswered = 0
  for (const customerId of await deps.accountRecords.listLeftCustomers(customersAtOnce)) {
    const failure = await deleteCustomer(deps, customerId, 'upkeep')
    if (failure === null) deleted += 1
    unanswered = failure === null || failure.kind === 'processor_refused' ? 0 : unanswered + 1
    if (unanswered === unansweredInARow) break
  }
  return deleted
}

/** Returns why the processor did not delete the customer; null if it did. */
async function deleteCustomer(
  { payments, accountRecords, log }: DeletionDeps,
  customerId: CustomerId,
  purpose: CallPurpose,
): Promise<ProcessorFailure | null> {
  try {
    await payments.deleteCustomer(customerId, purpose)
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    // A refusal is repeated by every retry, so an operator has to look at it.
    log[failure.kind === 'processor_refused' ? 'error' : 'warn']('account.customer_left', { error })
    return failure
  }
  await accountRecords.forgetCustomer(customerId)
  return null
}

/** Returns the first reason why an account cannot be deleted now; null if there is none. */
export function obstacleOf({
  openOrders,
  unsettledOrders,
  hasDisputedPurchase,
  hasRunningGeneration,
  owedCents,
}: Obstacles): AccountFailure | null {
  if (unsettledOrders.length > 0 || hasDisputedPurchase) {
    return { kind: 'account_unsettled', codes: unsettledOrders }
  }
  if (openOrders.length > 0) return { kind: 'account_in_use', codes: openOrders }
  if (owedCents > 0) return { kind: 'account_owing', owedCents }
  return hasRunningGeneration ? { kind: 'account_generating' } : null
}
