// Refusals of deleting an account.
import { freshSignInMinutes } from '../../domain/accounts/delete-account.ts'
import type { AccountFailure } from '../../domain/accounts/failure.ts'
import { unreachable } from '../../domain/base/result.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'

type Deletion = Extract<
  AccountFailure,
  {
    kind:
      | 'fresh_sign_in_required'
      | 'credits_left'
      | 'account_in_use'
      | 'account_unsettled'
      | 'account_generating'
      | 'account_owing'
      | 'account_not_found'
  }
>

const listed = (codes: readonly string[]): string =>
  codes.length === 0 ? '' : `: ${codes.join(', ')}`

export function accountRefusal(failure: Deletion): { status: number; error: string } {
  switch (failure.kind) {
    case 'fresh_sign_in_required':
      return {
        status: 403,
        error: `Sign in again first: an account is deleted only within ${freshSignInMinutes} minutes of signing in.`,
      }
    case 'credits_left':
      return {
        status: 409,
        error: `The account has ${failure.credits} unused credits, which lapse when it is deleted. Confirm that with losesCredits: true.`,
      }
    case 'account_in_use':
      return {
        status: 409,
        error: `The account has orders that are not finished${listed(failure.codes)}. Nothing was deleted. Delete it once they are shipped or cancelled.`,
      }
    case 'account_unsettled':
      return {
        status: 409,
        error: `The account has payments, refunds or disputes that are not settled yet${listed(failure.codes)}. Nothing was deleted. Try again when they are.`,
      }
    case 'account_owing':
      return {
        status: 409,
        error: `The account owes ${formatDollars(failure.owedCents)} for gift cards or credits whose payment went back. Nothing was deleted. Settle it with us first.`,
      }
    case 'account_generating':
      return {
        status: 409,
        error:
          'The account has a generation that is running. Nothing was deleted. Try again when it has ended.',
      }
    case 'account_not_found':
      return { status: 404, error: 'No account has this address.' }
    default:
      return unreachable(failure)
  }
}
