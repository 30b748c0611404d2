// The cookie that names a visitor's basket: its id with a keyed hash, so that ids cannot be guessed.

import { timingSafeEqual } from 'node:crypto'
import { daySeconds } from '../../domain/base/day.ts'
import type { KeyedBytes } from '../../domain/base/ports.ts'
import { isUuid } from '../../domain/base/uuid.ts'
import type { VisitorRetention } from '../../domain/models/visitor-files.ts'

type CookieDeps = {
  readonly baseUrl: string
  readonly orderIds: KeyedBytes
  readonly visitorRetention: VisitorRetention
}

const macBytes = 16

/** With the prefix, browsers accept the cookie from this host over https only. */
const nameFor = ({ baseUrl }: CookieDeps) => (isHttps(baseUrl) ? '__Host-svc_basket' : 'svc_basket')
const isHttps = (baseUrl: string) => new URL(baseUrl).protocol === 'https:'

const macOf = ({ orderIds }: CookieDeps, id: string): Uint8Array =>
  orderIds.bytes(JSON.stringify(['basket', id])).slice(0, macBytes)

/** The basket's id; null without a cookie of ours. */
export function readBasketCookie(request: Request, deps: CookieDeps): string | null {
  const prefix = `${nameFor(deps)}=`
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? ''
  const [id = '', mac = ''] = value.split('.')
  if (!isUuid(id) || !/^[0-9a-f]{32}$/.test(mac)) return null
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(deps, id)) ? id : null
}

/** `Set-Cookie` for the basket; null removes it. */
export function basketCookie(id: string | null, deps: CookieDeps): string {
  const value = id === null ? '' : `${id}.${Buffer.from(macOf(deps, id)).toString('hex')}`
  return [
    `${nameFor(deps)}=${value}`,
    `Max-Age=${id === null ? 0 : deps.visitorRetention.basketDays * daySeconds}`,
    'Path=/',
    'HttpOnly',
    ...(isHttps(deps.baseUrl) ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')
}
