// Debt of an account that bought a gift card or credits and whose payment was reversed after they were spent. Until the
// debt is settled, the account can neither buy nor use gift cards or credits (decisions.md 54).
import type { AccountId } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'

export type Debts = {
  /** Returns the debt of the account, in cents. */
  readonly owedBy: (accountId: AccountId) => Promise<number>
}

export type DebtFailure = { readonly kind: 'account_in_debt'; readonly owedCents: number }

export async function checkDebt(
  { debts }: { readonly debts: Debts },
  accountId: AccountId,
): Promise<Result<void, DebtFailure>> {
  const owedCents = await debts.owedBy(accountId)
  return owedCents > 0 ? fail({ kind: 'account_in_debt', owedCents }) : ok(undefined)
}
