// The cookie of known devices (domain/accounts/known-devices.ts): a token for each account that signed in with this
// browser, the newest first. The tokens are random and stored as hashes, so the cookie needs no signature.

import { deviceDays, deviceTokenForm } from '../../../domain/accounts/known-devices.ts'
import { daySeconds } from '../../../domain/base/day.ts'

/** A few people may share a browser; more tokens would only make the header longer. */
const maxTokens = 5

type Origin = { readonly baseUrl: string }

/** With the prefix, browsers accept the cookie from this host over https only. */
const nameFor = ({ baseUrl }: Origin) => (isHttps(baseUrl) ? '__Host-svc_device' : 'svc_device')
const isHttps = (baseUrl: string) => new URL(baseUrl).protocol === 'https:'

/** The well-formed tokens that the request carries. */
export function readDeviceTokens(request: Request, origin: Origin): readonly string[] {
  const prefix = `${nameFor(origin)}=`
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? ''
  return value
    .split('.')
    .filter((token) => deviceTokenForm.test(token))
    .slice(0, maxTokens)
}

/** `Set-Cookie` with the new token in front of those that stay. */
export function deviceCookie(tokens: readonly string[], origin: Origin): string {
  const attributes = [
    `${nameFor(origin)}=${tokens.slice(0, maxTokens).join('.')}`,
    `Max-Age=${deviceDays * daySeconds}`,
    'Path=/',
    'HttpOnly',
    ...(isHttps(origin.baseUrl) ? ['Secure'] : []),
    'SameSite=Strict',
  ]
  return attributes.join('; ')
}
