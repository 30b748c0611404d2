// Browsers that have signed in to an account. They have separate rate limits, so that an attacker who exhausts an
// account's sign-in attempts does not lock its owner out. A known device still needs the password or the code.
import type { AccountDeps } from './ports.ts'
import { hashSecret, secretBytes } from './secrets.ts'

/** Each sign-in changes the token; the id stays the same. */
export type KnownDevice = { readonly id: string; readonly token: string }

export const deviceTokenForm = /^[0-9a-f]{48}$/
/** A device expires after this many days without a sign-in. */
export const deviceDays = 180
/** Number of most recent devices that an account keeps. Bounded because each device has a separate rate limit. */
const maxDevices = 20

/** Returns the device that matches one of the tokens, if it has signed in to the account with this lowercased email. */
export async function findKnownDevice(
  deps: Pick<AccountDeps, 'knownDevices'>,
  { email, tokens }: { readonly email: string; readonly tokens: readonly string[] },
): Promise<KnownDevice | null> {
  if (tokens.length === 0) return null
  const hashed = tokens.map(async (token) => [await hashSecret(token), token] as const)
  const byHash = new Map(await Promise.all(hashed))
  const device = await deps.knownDevices.find(email, [...byHash.keys()], deviceDays)
  const knownToken = device === null ? undefined : byHash.get(device.hash)
  return device === null || knownToken === undefined ? null : { id: device.id, token: knownToken }
}

/**
 * Adds the device to the account with this email and returns its new token. A known device keeps its id, and its old
 * token stops working.
 */
export async function rememberDevice(
  deps: Pick<AccountDeps, 'knownDevices' | 'ids'>,
  { email, known }: { readonly email: string; readonly known: KnownDevice | null },
): Promise<string> {
  const token = deps.ids.secretHex(secretBytes)
  const device = { id: known?.id ?? deps.ids.uuid(), hash: await hashSecret(token) }
  await deps.knownDevices.remember(email, device, maxDevices)
  return token
}

/** Called on a password reset, because someone with the old password may have signed in from one of the devices. */
export async function forgetDevices(
  deps: Pick<AccountDeps, 'knownDevices'>,
  email: string,
): Promise<void> {
  await deps.knownDevices.forgetAll(email)
}
