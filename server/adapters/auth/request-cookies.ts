// The cookies that the auth library reads. It verifies signatures under one secret and knows one name per cookie. This file converts
// cookies that were signed under the previous secret, or set under an earlier name, to what the library expects.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthSecrets } from './auth-options.ts'

/** Prefix of the name of each library cookie. With __Host-, browsers accept a cookie only from this host and only over https. */
export const cookiePrefixOf = (baseUrl: string): string =>
  new URL(baseUrl).protocol === 'https:' ? '__Host-better-auth' : 'better-auth'

const anyName = /^(?:__Host-|__Secure-)?better-auth\.([a-z_]+)$/

/** Whether the request has this cookie of the library, such as `session_token`. */
export const hasAuthCookie = (headers: Headers, name: string): boolean =>
  cookiesOf(headers).some(([sent]) => anyName.exec(sent)?.[1] === name)

/** Returns headers with the cookies that the library reads, or the same headers if nothing has to change. */
export function createCookieReader(
  baseUrl: string,
  { current, previous }: AuthSecrets,
): (headers: Headers) => Headers {
  const prefix = cookiePrefixOf(baseUrl)
  return (headers) => {
    const cookies = cookiesOf(headers)
    const names = new Set(cookies.map(([name]) => name))
    const read = cookies.map(([name, value]): Cookie => {
      const own = anyName.exec(name)?.[1]
      if (own === undefined) return [name, value]
      const expected = `${prefix}.${own}`
      const renamed = isFormerName(name, expected) && !names.has(expected) ? expected : name
      return [renamed, previous === null ? value : signAgain(value, current, previous)]
    })
    if (read.every(([name, value], index) => cookies[index]?.join('=') === `${name}=${value}`)) {
      return headers
    }
    const changed = new Headers(headers)
    changed.set('cookie', read.map(([name, value]) => `${name}=${value}`).join('; '))
    return changed
  }
}

type Cookie = readonly [name: string, value: string]

const cookiesOf = (headers: Headers): readonly Cookie[] =>
  (headers.get('cookie') ?? '').split(';').flatMap((part): Cookie[] => {
    const at = part.indexOf('=')
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]]
  })

/** Cookies over https formerly had the prefix __Secure-. Their sessions are valid for 30 days. */
const isFormerName = (name: string, expected: string) =>
  expected.startsWith('__Host-') && name === expected.replace('__Host-', '__Secure-')

/** Signs a cookie again in the library's format: the text, a dot and the HMAC-SHA-256 of the text in base64, all of it URL-encoded. */
function signAgain(encoded: string, current: string, previous: string): string {
  const value = decode(encoded)
  const dot = value.lastIndexOf('.')
  if (dot < 1) return encoded
  const text = value.slice(0, dot)
  const mac = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = macOf(text, previous)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return encoded
  return encodeURIComponent(`${text}.${macOf(text, current).toString('base64')}`)
}

const macOf = (text: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
