// The cookie of known devices (domain/accounts/known-devices.ts): a token for each account that signed in with this
// browser, the newest first. The tokens are random and stored as hashes, so the cookie needs no signature.

import { deviceDays, deviceTokenForm } from '../../domain/accounts/known-devices.ts'
import { readCookie, setCookie } from '../requests/cookies.ts'

/** A few people may share a browser; more tokens would only make the header longer. */
const maxTokens = 5

type Origin = { readonly baseUrl: string }

/** The well-formed tokens that the request carries. */
export function readDeviceTokens(request: Request, origin: Origin): readonly string[] {
  return readCookie(request, 'device', origin)
    .split('.')
    .filter((token) => deviceTokenForm.test(token))
    .slice(0, maxTokens)
}

/** `Set-Cookie` with the new token in front of those that stay. */
export function deviceCookie(tokens: readonly string[], origin: Origin): string {
  const value = tokens.slice(0, maxTokens).join('.')
  return setCookie('device', { value, days: deviceDays }, origin)
}
