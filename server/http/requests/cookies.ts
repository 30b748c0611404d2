// Cookies of this service: names, scope and lifetime. Session cookies belong to the auth library (adapters/auth).

import { daySeconds } from '../../domain/base/time/day.ts'

type Cookie = {
  readonly path: string
  /** Lax if the cookie must be sent after the redirect of a link in an email. */
  readonly sameSite: 'Lax' | 'Strict'
}

export const wallPath = '/operator/wall'

const cookies = {
  basket: { path: '/', sameSite: 'Lax' },
  country: { path: '/', sameSite: 'Lax' },
  language: { path: '/', sameSite: 'Lax' },
  device: { path: '/', sameSite: 'Strict' },
  wall: { path: wallPath, sameSite: 'Lax' },
} as const satisfies Readonly<Record<string, Cookie>>

export type CookieName = keyof typeof cookies

type Origin = { readonly baseUrl: string }

const isHttps = ({ baseUrl }: Origin) => new URL(baseUrl).protocol === 'https:'

/**
 * Returns the cookie's full name. With a prefix, browsers accept the cookie only over https. __Host- also limits it to
 * this host and to the root path.
 */
function nameOf(cookie: CookieName, origin: Origin): string {
  const name = `svc_${cookie}`
  if (!isHttps(origin)) return name
  return `${cookies[cookie].path === '/' ? '__Host-' : '__Secure-'}${name}`
}

/** Returns the cookie's value, or '' without one. */
export function readCookie(request: Request, cookie: CookieName, origin: Origin): string {
  const start = `${nameOf(cookie, origin)}=`
  const parts = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(start))?.slice(start.length) ?? ''
}

/** Returns the `Set-Cookie` header of a cookie that browsers keep for `days`. 0 removes the cookie. */
export function setCookie(
  cookie: CookieName,
  { value, days }: { readonly value: string; readonly days: number },
  origin: Origin,
): string {
  const { path, sameSite } = cookies[cookie]
  return [
    `${nameOf(cookie, origin)}=${value}`,
    `Max-Age=${days * daySeconds}`,
    `Path=${path}`,
    'HttpOnly',
    ...(isHttps(origin) ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ')
}

export function appendCookies(headers: Headers, lines: readonly string[]): void {
  for (const line of lines) headers.append('set-cookie', line)
}
