// Browsers that signed in to an account before. Their tries are counted apart from those of strangers, so that strangers
// who use up an account's allowance do not lock its owner out. A known device proves nothing else: it still needs the
// password or the code.
import type { AccountDeps } from './ports.ts'
import { hashSecret } from './secrets.ts'

/** `id` stays the same while the token changes with each sign-in. */
export type KnownDevice = { readonly id: string; readonly token: string }

const tokenBytes = 24
export const deviceTokenForm = /^[0-9a-f]{48}$/
/** Days without a sign-in after which a device is a stranger again. */
export const deviceDays = 180
/** The ones that signed in last; each has its own allowance, so there is a bound. */
const mostDevices = 20

/** The device that one of the tokens belongs to, if it signed in to the account of this lowercased address. */
export async function findKnownDevice(
  deps: Pick<AccountDeps, 'knownDevices'>,
  { email, tokens }: { readonly email: string; readonly tokens: readonly string[] },
): Promise<KnownDevice | null> {
  if (tokens.length === 0) return null
  const byHash = new Map(tokens.map((token) => [hashSecret(token), token]))
  const found = await deps.knownDevices.find(email, [...byHash.keys()], deviceDays)
  const token = found === null ? undefined : byHash.get(found.hash)
  return found === null || token === undefined ? null : { id: found.id, token }
}

/**
 * Makes the device known to the account of this address, and returns its new token. A device that was known already
 * keeps its id and its old token stops working.
 */
export async function rememberDevice(
  deps: Pick<AccountDeps, 'knownDevices' | 'ids'>,
  { email, known }: { readonly email: string; readonly known: KnownDevice | null },
): Promise<string> {
  const token = deps.ids.secretHex(tokenBytes)
  const device = { id: known?.id ?? deps.ids.uuid(), hash: hashSecret(token) }
  await deps.knownDevices.remember(email, device, mostDevices)
  return token
}

/** After a password reset: a thief of the old password may have signed in from a device. */
export async function forgetDevices(
  deps: Pick<AccountDeps, 'knownDevices'>,
  email: string,
): Promise<void> {
  await deps.knownDevices.forgetAll(email)
}
