// The address book of an account: the addresses of its orders.

import type { AccountId } from '../../base/caller.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import { isErased, type Order, type ShippingAddress } from '../record/order.ts'
import { isPaid } from '../record/payment.ts'

export type KnownAddress = {
  /** The newest order with the address. */
  readonly code: string
  readonly address: ShippingAddress
}

const readOrders = 50
const maxAddresses = 5

/** Returns each address once, last used first. */
export async function listAddresses(
  { orders }: Pick<OrderDeps, 'orders'>,
  accountId: AccountId,
): Promise<readonly KnownAddress[]> {
  const recent = await orders.listRecent(accountId, readOrders)
  const addresses = new Map<string, KnownAddress>()
  for (const { code, address } of recent.filter(isOwn)) {
    const key = keyOf(address)
    if (!addresses.has(key)) addresses.set(key, { code, address })
  }
  return [...addresses.values()].slice(0, maxAddresses)
}

/**
 * Returns the address of an order of the account, paid or not, including orders of programs; null if there is none,
 * and after it was anonymized.
 */
export async function findAddress(
  deps: Pick<OrderDeps, 'orders'>,
  accountId: AccountId,
  code: string,
): Promise<KnownAddress | null> {
  const order = await findOrder(deps, code)
  if (order?.accountId !== accountId || isErased(order)) return null
  return { code, address: order.address }
}

/**
 * Whether the owner paid for an order to the address on the website. An address from a program, or one that was typed
 * without payment, may belong to anyone. An anonymized order has no address.
 */
const isOwn = (order: Order): boolean => order.source === 'web' && isPaid(order) && !isErased(order)

const keyOf = ({ recipientName, street1, street2, zip, country }: Order['address']): string =>
  JSON.stringify([recipientName, street1, street2, zip, country]).toLowerCase()
