// What an account owes: it bought a gift card or credits whose payment went back after they were spent. Until that is settled it can buy
// and spend neither (decisions.md 54).
import type { AccountId } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'

export type Debts = {
  /** What the account owes, in cents. */
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
