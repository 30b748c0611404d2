// Browsers that signed in to an account before. They have rate limits of their own, so that others who use up an account's
// sign-in attempts do not lock its owner out. A known device still needs the password or the code.
import type { AccountDeps } from './ports.ts'
import { hashSecret } from './secrets.ts'

/** Each sign-in changes the token; the id stays. */
export type KnownDevice = { readonly id: string; readonly token: string }

const tokenBytes = 24
export const deviceTokenForm = /^[0-9a-f]{48}$/
/** A device expires after this many days without a sign-in. */
export const deviceDays = 180
/** An account keeps the devices that signed in last. Bounded, because each has a rate limit of its own. */
const maxDevices = 20

/** The device with one of the tokens, if it signed in to the account with this lowercased email. */
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
 * Adds the device to the account with this email and returns its new token. A device that was known already keeps its id, and
 * its old token stops working.
 */
export async function rememberDevice(
  deps: Pick<AccountDeps, 'knownDevices' | 'ids'>,
  { email, known }: { readonly email: string; readonly known: KnownDevice | null },
): Promise<string> {
  const token = deps.ids.secretHex(tokenBytes)
  const device = { id: known?.id ?? deps.ids.uuid(), hash: await hashSecret(token) }
  await deps.knownDevices.remember(email, device, maxDevices)
  return token
}

/** For a password reset: someone with the old password may have signed in from one of the devices. */
export async function forgetDevices(
  deps: Pick<AccountDeps, 'knownDevices'>,
  email: string,
): Promise<void> {
  await deps.knownDevices.forgetAll(email)
}
