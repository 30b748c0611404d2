// Opens the key from which ids of orders and codes of gift cards are derived. The database stores it encrypted under each accepted
// AUTH_SECRET, so that a change of the secret changes no id and no code.
import type { AuthSecrets } from '../adapters/auth/auth-options.ts'
import { firstOrderKey } from '../adapters/payments/order-ids.ts'
import { seal, secretIdOf, unseal } from '../adapters/secrets/seal.ts'
import type { SealedKeys } from '../db/core/sealed-keys.ts'

/** Name of the key in the store of sealed keys. */
export const orderKeyName = 'orders'

/**
 * Opens the key, or creates it at the first start. Throws in production when no accepted secret decrypts it: another key would change the
 * codes of sold gift cards, and charge a retried order again.
 */
export async function openOrderKey(
  keys: SealedKeys,
  { current, previous }: AuthSecrets,
  { production }: { readonly production: boolean },
): Promise<Uint8Array> {
  const stored = new Map((await keys.read()).map(({ secretId, sealed }) => [secretId, sealed]))
  const accepted = previous === null ? [current] : [current, previous]
  const opened = accepted.flatMap((secret) => {
    const sealed = stored.get(secretIdOf(secret))
    return sealed === undefined ? [] : [unseal(sealed, secret)]
  })[0]
  if (opened === undefined && production) refuseUnopened(stored.size > 0, previous !== null)
  const key = opened ?? firstOrderKey(current)
  for (const secret of accepted) {
    const secretId = secretIdOf(secret)
    if (!stored.has(secretId)) await keys.add({ secretId, sealed: seal(key, secret) })
  }
  // The change is complete: the former secret can no longer decrypt anything.
  if (opened !== undefined && previous === null) await keys.keepOnly(secretIdOf(current))
  return key
}

function refuseUnopened(hasKey: boolean, hasPrevious: boolean): void {
  if (hasKey) {
    throw new Error(
      'Neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS opens the key of this database. Set AUTH_SECRET_PREVIOUS to the secret with which ' +
        'the service ran before. If that secret is lost, delete the rows of sealed_keys: gift cards that were sold are then unknown.',
    )
  }
  if (hasPrevious) {
    throw new Error(
      'AUTH_SECRET_PREVIOUS is set, but this database has not been used with this version. Start it once with the AUTH_SECRET that was ' +
        'in use, without AUTH_SECRET_PREVIOUS, and change the secret afterwards.',
    )
  }
}
