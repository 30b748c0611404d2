// Cookie of known devices (domain/accounts/known-devices.ts): one token per account that signed in with this browser,
// newest first. Tokens are random and stored as hashes, so the cookie needs no signature.

import { deviceDays, deviceTokenForm } from '../../domain/accounts/known-devices.ts'
import { readCookie, setCookie } from '../requests/cookies.ts'

/** Several users may share a browser. More tokens would only enlarge the header. */
const maxTokens = 5

type Origin = { readonly baseUrl: string }

/** Returns the well-formed tokens in the request. */
export function readDeviceTokens(request: Request, origin: Origin): readonly string[] {
  return readCookie(request, 'device', origin)
    .split('.')
    .filter((token) => deviceTokenForm.test(token))
    .slice(0, maxTokens)
}

/** Returns the `Set-Cookie` header with the new token first, followed by the remaining ones. */
export function deviceCookie(tokens: readonly string[], origin: Origin): string {
  const value = tokens.slice(0, maxTokens).join('.')
  return setCookie('device', { value, days: deviceDays }, origin)
}
