// A checkout session of the Universal Commerce Protocol: parts with their price, until a person continues on the
// website.

import { keyHours } from '../base/time/retention.ts'
import type { StoredModel } from '../models/ports.ts'

/** The protocol version. */
export const ucpVersion = '2026-08-25'

/** A session is readable for as long as the response to its creation is stored. */
export const sessionHours = keyHours

/** Limited because each item can be a file that must be downloaded and measured. */
export const maxSessionItems = 10

/** Maximum number of sessions per client address that are neither expired nor cancelled. */
export const maxOpenSessions = 200

/** Maximum length of an item id in characters: a link with the options of the quote page. */
export const maxItemIdLength = 2048

export type SessionLine = {
  /** As sent by the platform. */
  readonly itemId: string
  /** The print options, as in the form of the quote page. */
  readonly fields: Readonly<Record<string, string>>
  readonly quantity: number
  readonly file: StoredModel
  readonly isFromGallery: boolean
  /** All copies, without postage. */
  readonly printCents: number
}

/** Code of an item whose link may serve the file later. */
export const temporaryItemCode = 'temporarily_unavailable'

/** A requested item that is not in the checkout, because it cannot be bought now or at all. */
export type MissingItem = {
  readonly itemId: string
  /** The protocol's code of the reason. */
  readonly code: string
  /** One sentence. */
  readonly reason: string
}

/** The items, and their price when it was stated. */
export type SessionContent = {
  readonly lines: readonly SessionLine[]
  /** The other items of the request that created the session. An update has all its items, or is refused. */
  readonly missing: readonly MissingItem[]
  /** Two uppercase letters. */
  readonly country: string
  /** False if no country was sent, so that domestic postage applies. */
  readonly isCountryStated: boolean
  readonly shippingCents: number
}

export type CheckoutSession = SessionContent & {
  readonly id: string
  readonly isCancelled: boolean
  /** Whether its parts were added to a basket. */
  readonly isHandedOver: boolean
  readonly expiresAt: Date
}
