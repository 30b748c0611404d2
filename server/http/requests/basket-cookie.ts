// Cookie that identifies a visitor's basket: its id with a keyed hash, so that ids cannot be guessed.

import { timingSafeEqual } from 'node:crypto'
import { type BasketId, parseBasketId } from '../../domain/base/ids/basket-id.ts'
import type { KeyedBytes } from '../../domain/base/ports.ts'
import type { VisitorRetention } from '../../domain/models/visitor-files.ts'
import { readCookie, setCookie } from './cookies.ts'

type CookieDeps = {
  readonly baseUrl: string
  readonly orderIds: KeyedBytes
  readonly visitorRetention: VisitorRetention
}

const macBytes = 16

const macOf = ({ orderIds }: CookieDeps, id: BasketId): Uint8Array =>
  orderIds.bytes(JSON.stringify(['basket', id])).slice(0, macBytes)

/** Returns the basket's id, or null without a valid cookie. */
export function readBasketCookie(request: Request, deps: CookieDeps): BasketId | null {
  const [text = '', mac = ''] = readCookie(request, 'basket', deps).split('.')
  const id = parseBasketId(text)
  if (id === null || !/^[0-9a-f]{32}$/.test(mac)) return null
  return timingSafeEqual(Buffer.from(mac, 'hex'), macOf(deps, id)) ? id : null
}

/** Returns the `Set-Cookie` header for the basket. null removes the cookie. */
export function basketCookie(id: BasketId | null, deps: CookieDeps): string {
  if (id === null) return setCookie('basket', { value: '', days: 0 }, deps)
  const value = `${id}.${Buffer.from(macOf(deps, id)).toString('hex')}`
  return setCookie('basket', { value, days: deps.visitorRetention.basketDays }, deps)
}
