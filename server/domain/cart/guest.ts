// Buyers without an account. Each basket has a guest account without sign-in, card and credits, and with an email
// address that receives nothing. A guest's order therefore never uses, shows or names the account of the typed email
// address.

import { type AccountCaller, accountIdOf } from '../base/caller.ts'
import type { Basket } from './basket.ts'
import type { CartDeps } from './ports.ts'

/** Ids of the sign-in library have no hyphen, so guest ids cannot collide with them. */
export const guestPrefix = 'guest-'

export const isGuest = ({ accountId }: Pick<AccountCaller, 'accountId'>): boolean =>
  accountId.startsWith(guestPrefix)

/** Returns the guest caller of a basket that a cookie names. */
export function guestOf({ id }: Pick<Basket, 'id'>): AccountCaller {
  const accountId = accountIdOf(`${guestPrefix}${id}`)
  return {
    kind: 'account',
    accountId,
    email: `${accountId}@account.invalid`,
    credential: 'session',
  }
}

/** Creates the guest account and makes it an owner of the basket's models, except gallery models. Idempotent. */
export async function admitGuest(
  { baskets, models }: Pick<CartDeps, 'baskets' | 'models'>,
  basket: Basket,
): Promise<AccountCaller> {
  const guest = guestOf(basket)
  await baskets.addGuest(guest)
  for (const { file, isFromGallery } of basket.lines) {
    if (!isFromGallery) await models.add(guest.accountId, file)
  }
  return guest
}
