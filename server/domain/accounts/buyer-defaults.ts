// What the orders of an account state about their buyer unless they say otherwise.
import type { AccountCaller } from '../base/caller.ts'
import { ok, type Result } from '../base/result.ts'
import { type BuyerFailure, noBuyerDetails, readBuyer, withDefaults } from './buyer.ts'
import type { AccountDeps } from './ports.ts'

/** A field that is left out has no default afterwards. */
export async function setBuyerDefaults(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  { accountId }: AccountCaller,
  fields: ReadonlyMap<string, string>,
): Promise<Result<void, BuyerFailure>> {
  const read = readBuyer(fields)
  if (!read.ok) return read
  await accounts.setBuyer(accountId, withDefaults(read.value, noBuyerDetails))
  return ok(undefined)
}
