// Buyers without an account. Each basket has an account of its own that nobody can sign in to: it has no sign-in, no card, no credits, and
// an email that no one receives at. So a guest's order never touches, shows or names the account of the email that was typed.

import { type AccountCaller, accountIdOf } from '../base/caller.ts'
import type { Basket } from './basket.ts'
import type { CartDeps } from './ports.ts'

/** Accounts of people have ids of the sign-in library, which have no hyphen. */
export const guestPrefix = 'guest-'

export const isGuest = ({ accountId }: Pick<AccountCaller, 'accountId'>): boolean =>
  accountId.startsWith(guestPrefix)

/** The buyer of a basket that a cookie names. */
export function guestOf({ id }: Pick<Basket, 'id'>): AccountCaller {
  const accountId = accountIdOf(`${guestPrefix}${id}`)
  return {
    kind: 'account',
    accountId,
    email: `${accountId}@account.invalid`,
    credential: 'session',
  }
}

/** Makes the guest's account, and the guest an owner of the basket's models but for those of the gallery. A repeat changes nothing. */
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
