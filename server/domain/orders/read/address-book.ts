// The addresses that an account has ordered to: its address book.

import type { AccountId } from '../../base/caller.ts'
import type { Order, ShippingAddress } from '../order.ts'
import { isPaid } from '../payment.ts'
import type { OrderDeps } from '../ports.ts'

export type KnownAddress = {
  /** The newest order to the address. */
  readonly code: string
  readonly address: ShippingAddress
}

const readOrders = 50
const maxAddresses = 5

/** Each address once, the one that was ordered to last first. */
export async function listAddresses(
  { orders }: Pick<OrderDeps, 'orders'>,
  accountId: AccountId,
): Promise<readonly KnownAddress[]> {
  const recent = await orders.listRecent(accountId, readOrders)
  const known = new Map<string, KnownAddress>()
  for (const { code, address } of recent.filter(isOwn)) {
    const key = keyOf(address)
    if (!known.has(key)) known.set(key, { code, address })
  }
  return [...known.values()].slice(0, maxAddresses)
}

/**
 * Addresses that people paid for on the website. Those of programs may be anyone's, and whoever typed one without paying may be as well.
 * An anonymized order has none.
 */
const isOwn = (order: Order): boolean =>
  order.source === 'web' && isPaid(order) && order.address.email !== ''

const keyOf = ({ recipientName, street1, street2, zip, country }: Order['address']): string =>
  JSON.stringify([recipientName, street1, street2, zip, country]).toLowerCase()
