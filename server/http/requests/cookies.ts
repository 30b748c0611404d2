// Our own cookies: what each is called, where browsers send it, and for how long they keep it. Those of sessions belong to the sign-in
// library (adapters/auth).

import { daySeconds } from '../../domain/base/day.ts'

type Cookie = {
  readonly path: string
  /** Lax where the cookie has to come along after the redirect of a link in a mail. */
  readonly sameSite: 'Lax' | 'Strict'
}

export const wallPath = '/operator/wall'

const cookies = {
  basket: { path: '/', sameSite: 'Lax' },
  country: { path: '/', sameSite: 'Lax' },
  device: { path: '/', sameSite: 'Strict' },
  wall: { path: wallPath, sameSite: 'Lax' },
} as const satisfies Readonly<Record<string, Cookie>>

export type CookieName = keyof typeof cookies

type Origin = { readonly baseUrl: string }

const isHttps = ({ baseUrl }: Origin) => new URL(baseUrl).protocol === 'https:'

/** With a prefix, browsers accept the cookie over https only; __Host- also means from this host, for all its paths. */
function nameOf(cookie: CookieName, origin: Origin): string {
  const name = `svc_${cookie}`
  if (!isHttps(origin)) return name
  return `${cookies[cookie].path === '/' ? '__Host-' : '__Secure-'}${name}`
}

/** The cookie's value; empty without one. */
export function readCookie(request: Request, cookie: CookieName, origin: Origin): string {
  const start = `${nameOf(cookie, origin)}=`
  const parts = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(start))?.slice(start.length) ?? ''
}

/** `Set-Cookie` that browsers keep for `days`; 0 removes the cookie. */
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
