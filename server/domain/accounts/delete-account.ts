// Deletes an account: by its owner, or by an operator for a person who asked for it (decisions.md 56 and /privacy).
import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { Clock } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { processorFailure } from '../payments/failure.ts'
import type { AccountFailure } from './failure.ts'
import type { AccountDeps } from './ports.ts'
import type { Obstacles } from './records.ts'

type DeletionDeps = Pick<AccountDeps, 'accounts' | 'accountRecords' | 'payments' | 'log'>

/** The owner signs in again before the account is deleted: a browser that was left open must not be enough. */
export const freshSignInMinutes = 10

/** Whether the caller signed in a moment ago. */
export function isSignInFresh({ clock }: { readonly clock: Clock }, caller: AccountCaller) {
  const { signedInAt } = caller
  if (signedInAt === undefined) return false
  return clock.now().getTime() - signedInAt.getTime() <= freshSignInMinutes * 60_000
}

/** `losesCredits`: the owner has said that unused credits lapse. */
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
 * The customer at the processor goes first: an account that keeps no customer could not name it again. A failure there leaves the account as
 * it was, but for its card.
 */
export async function deleteAccount(
  deps: DeletionDeps,
  accountId: AccountId,
): Promise<Result<void, AccountFailure>> {
  const refused = obstacleOf(await deps.accountRecords.findObstacles(accountId))
  if (refused !== null) return fail(refused)
  const account = await deps.accounts.read(accountId)
  if (account !== null && account.customerId !== null) {
    try {
      await deps.payments.deleteCustomer(account.customerId, { accountId })
    } catch (error) {
      const failure = processorFailure(error)
      if (failure === null) throw error
      deps.log.warn('account.not_deleted', { accountId, error })
      return fail(failure)
    }
  }
  if (!(await deps.accountRecords.erase(accountId))) {
    const found = await deps.accountRecords.findObstacles(accountId)
    return fail(obstacleOf(found) ?? { kind: 'account_in_use', codes: [] })
  }
  deps.log.info('account.deleted', { accountId })
  return ok(undefined)
}

function obstacleOf({
  openOrders,
  unsettledOrders,
  hasRunningGeneration,
}: Obstacles): AccountFailure | null {
  if (unsettledOrders.length > 0) return { kind: 'account_unsettled', codes: unsettledOrders }
  if (openOrders.length > 0) return { kind: 'account_in_use', codes: openOrders }
  return hasRunningGeneration ? { kind: 'account_generating' } : null
}
