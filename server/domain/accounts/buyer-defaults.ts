// The default buyer fields of an account's orders.
import type { AccountCaller } from '../base/caller.ts'
import { ok, type Result } from '../base/result.ts'
import {
  type BuyerDetails,
  type BuyerFailure,
  noBuyerDetails,
  readBuyer,
  withDefaults,
} from './buyer.ts'
import type { AccountDeps } from './ports.ts'

/** Stores and returns the new defaults. An absent field loses its default. */
export async function setBuyerDefaults(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  { accountId }: AccountCaller,
  fields: ReadonlyMap<string, string>,
): Promise<Result<BuyerDetails, BuyerFailure>> {
  const read = readBuyer(fields)
  if (!read.ok) return read
  const buyer = withDefaults(read.value, noBuyerDetails)
  await accounts.setBuyer(accountId, buyer)
  return ok(buyer)
}
