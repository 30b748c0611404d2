// The cookie that names a visitor's basket: its id with a keyed hash, so that ids cannot be guessed.

import { timingSafeEqual } from 'node:crypto'
import type { KeyedBytes } from '../../domain/base/ports.ts'
import { isUuid } from '../../domain/base/uuid.ts'
import type { VisitorRetention } from '../../domain/models/visitor-files.ts'
import { readCookie, setCookie } from './cookies.ts'

type CookieDeps = {
  readonly baseUrl: string
  readonly orderIds: KeyedBytes
  readonly visitorRetention: VisitorRetention
}

const macBytes = 16

const macOf = ({ orderIds }: CookieDeps, id: string): Uint8Array =>
  orderIds.bytes(JSON.stringify(['basket', id])).slice(0, macBytes)

/** The basket's id; null without a cookie of ours. */
export function readBasketCookie(request: Request, deps: CookieDeps): string | null {
  const [id = '', mac = ''] = readCookie(request, 'basket', deps).split('.')
  if (!isUuid(id) || !/^[0-9a-f]{32}$/.test(mac)) return null
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(deps, id)) ? id : null
}

/** `Set-Cookie` for the basket; null removes it. */
export function basketCookie(id: string | null, deps: CookieDeps): string {
  if (id === null) return setCookie('basket', { value: '', days: 0 }, deps)
  const value = `${id}.${Buffer.from(macOf(deps, id)).toString('hex')}`
  return setCookie('basket', { value, days: deps.visitorRetention.basketDays }, deps)
}
