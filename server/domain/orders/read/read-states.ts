// Reads the state of many orders for a caller with their codes.
import type { AccountCaller } from '../../base/caller.ts'
import type { OrderDeps } from '../ports.ts'
import { isPlausibleCode, isWebCode } from '../record/code.ts'
import type { Order } from '../record/order.ts'

/** Maximum number of codes per request (decisions.md 57). */
export const maxStates = 100

export type OwnStates = {
  /** In the sequence of the codes, without duplicates. */
  readonly orders: readonly Order[]
  /** Codes that readOwnOrder does not find. */
  readonly unknown: readonly string[]
}

/** Returns orders of the API and of agents by their codes, with the rules of readOwnOrder. */
export async function readOwnStates(
  { orders }: { readonly orders: Pick<OrderDeps['orders'], 'readAllOwned'> },
  { accountId }: Pick<AccountCaller, 'accountId'>,
  codes: readonly string[],
): Promise<OwnStates> {
  const asked = [...new Set(codes)]
  const possible = asked.filter((code) => isPlausibleCode(code) && !isWebCode(code))
  const read = possible.length === 0 ? [] : await orders.readAllOwned(accountId, possible)
  const byCode = new Map(read.map((order) => [order.code, order]))
  return {
    orders: asked.flatMap((code) => byCode.get(code) ?? []),
    unknown: asked.filter((code) => !byCode.has(code)),
  }
}
