// Reads the state of many orders of one caller, who has their codes.
import type { AccountCaller } from '../../base/caller.ts'
import { isPlausibleCode, isWebCode } from '../code.ts'
import type { Order } from '../order.ts'
import type { OrderDeps } from '../ports.ts'

/** Codes of one request (decisions.md 57). */
export const maxStates = 100

export type OwnStates = {
  /** In the order of the codes, each once. */
  readonly orders: readonly Order[]
  /** Codes that readOwnOrder does not find. */
  readonly unknown: readonly string[]
}

/** Orders of the API and of agents by their codes, as readOwnOrder finds each of them. */
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
