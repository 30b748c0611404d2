// Tracking of a parcel: stored values, visibility to customers, and accepted links (decisions.md 26).
import type { OrderStatus } from './status.ts'

export type TrackingInput = {
  readonly carrier: string
  readonly number: string
  readonly url?: string | undefined
}

export type Tracking = {
  readonly carrier: string
  readonly number: string
  readonly url: string | null
  readonly shippedAt: Date
}

/** The tracking that operators entered. `shippedAt` is null until the order ships. */
export type EnteredTracking = Omit<Tracking, 'shippedAt'> & { readonly shippedAt: Date | null }

export const isShipped = (status: OrderStatus): boolean =>
  status === 'SHIPPED' || status === 'DELIVERED'

/** Returns the tracking for customers; null until the order ships. */
export function visibleTracking(
  status: OrderStatus,
  entered: EnteredTracking | null,
): Tracking | null {
  if (entered === null || entered.shippedAt === null || !isShipped(status)) return null
  return { ...entered, shippedAt: entered.shippedAt }
}

/**
 * Returns the tracking to store with a status change. `input`: undefined keeps the entered tracking, null clears it.
 * The shipping date is set when the order ships, kept while the parcel stays the same, and cleared when the order
 * moves back.
 */
export function nextTracking(change: {
  readonly before: {
    readonly status: OrderStatus
    readonly enteredTracking: EnteredTracking | null
  } | null
  readonly status: OrderStatus
  readonly input: TrackingInput | null | undefined
  readonly now: Date
}): EnteredTracking | null {
  const { before, status, input, now } = change
  const earlier = before?.enteredTracking ?? null
  const parcel = input === undefined ? earlier : input
  if (parcel === null) return null
  const { carrier, number, url = null } = parcel
  const stored = { carrier, number, url }
  if (!isShipped(status)) return { ...stored, shippedAt: null }
  const isSameParcel = earlier?.carrier === carrier && earlier.number === number
  const shippedBefore = before !== null && isShipped(before.status) && isSameParcel
  return { ...stored, shippedAt: (shippedBefore ? earlier?.shippedAt : null) ?? now }
}

/** In characters. `text`: limit of the carrier and the number. */
export const trackingLengths = { text: 100, url: 500 } as const

/**
 * Returns the canonical form of a tracking link. null unless it is an http or https URL of at most
 * `trackingLengths.url` characters, without a user name, a password, backslashes, whitespace and control characters.
 */
export function canonicalTrackingUrl(text: string): string | null {
  if (/[\\\s\p{Cc}]/u.test(text) || !text.isWellFormed() || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  return url.href.length <= trackingLengths.url ? url.href : null
}
