// An order. Amounts in integer cents, weight in whole grams per part.

import type { BuyerDetails } from '../../accounts/buyer.ts'
import type { AccountId } from '../../base/caller.ts'
import type { OrderId } from '../../base/ids/order-id.ts'
import type { QuoteId } from '../../base/ids/quote-id.ts'
import type { PrintOptions } from '../../catalog/options.ts'
import type { PartSupports } from '../../measurement/supports.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { PartSize } from '../../models/report.ts'
import type { OrderPrice } from '../../pricing/price.ts'
import type { FileReview } from './file-review.ts'
import type { NewPayment, OrderPayment } from './payment.ts'
import type { Priority } from './priority.ts'
import type { OrderStatus } from './status.ts'
import type { EnteredTracking, Tracking } from './tracking.ts'

export type ShippingAddress = {
  readonly recipientName: string
  readonly street1: string
  readonly street2: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
  /** Two uppercase letters of a served country. */
  readonly country: string
  readonly email: string
  readonly phone: string | null
}

/** A payment page of the card processor. `url`: null if the processor returned none. */
export type OrderCheckout = { readonly sessionId: string; readonly url: string | null }

/** Set by an operator. The order waits until it is released. */
export type Hold = { readonly reason: string; readonly at: Date; readonly by: string }

/** Submitted over REST, placed by an agent, or placed at the website checkout. */
export type OrderSource = 'rest' | 'mcp' | 'web'

/** Fields of web orders. */
export type WebDetails = {
  readonly lineCount: number
  /** Sums over all parts of all lines. */
  readonly grams: number
  readonly centihours: number
  /** The gift card's share of the total; 0 without one. */
  readonly giftCents: number
  /** The part of that share that refunds returned to the card. */
  readonly giftRefundedCents: number
  /** Hash of the request that created the order. */
  readonly requestHash: string
}

export type NewOrder = {
  readonly id: OrderId
  readonly code: string
  readonly accountId: AccountId
  readonly source: OrderSource
  readonly options: PrintOptions
  readonly address: ShippingAddress
  readonly buyer: BuyerDetails
  /** The caller's reference. */
  readonly reference: string | null
  readonly price: OrderPrice
  readonly file: StoredModel
  /** Machine time of all its parts, for plans; absent or null = unknown. */
  readonly plannedSeconds?: number | null
  /** How each part is printed; absent or null = undecided, or a sliced file. */
  readonly supports?: PartSupports | null
  /** null for an already-sliced file, a web order, and an order of a release that did not record it. */
  readonly size: PartSize | null
  readonly idempotencyKey: string | null
  readonly payment: NewPayment
  /** Commands in its files to review; null if there are none. */
  readonly fileReview: FileReview | null
}

export type Order = Omit<NewOrder, 'payment'> & {
  readonly payment: OrderPayment
  /**
   * Fields of a web order; null for an API order. With several lines, `options`, `price`, `file` and `supports`
   * are those of the first line, except the quantity (all parts) and the amounts (all lines).
   */
  readonly web: WebDetails | null
  /** The version of the farm's terms that priced it; null = the contract's terms. */
  readonly termsId: number | null
  /** The ordered quote; null for an order without one. */
  readonly quoteId: QuoteId | null
  readonly status: OrderStatus
  /** The newest checkout of the order; null before the first. */
  readonly checkout: OrderCheckout | null
  /** The tracking that customers see; null until the order ships. */
  readonly tracking: Tracking | null
  /** The tracking that operators entered, even before the order ships. */
  readonly enteredTracking: EnteredTracking | null
  /** Incremented by every change that operators see. A change based on an older version is refused. */
  readonly version: number
  /** Amount of refunds that the processor confirmed. */
  readonly refundedCents: number
  /** Amount of refunds that are not settled. */
  readonly refundingCents: number
  /** Amount of open chargebacks. Nothing is refunded while one is open. */
  readonly disputedCents: number
  /** Amount that lost disputes took from the payment. */
  readonly lostCents: number
  readonly hold: Hold | null
  readonly priority: Priority
  /** The promised ship date; null before the order is paid. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Whether the personal data of the order was removed: every other order has an email address. */
export const isErased = ({ address }: Pick<Order, 'address'>): boolean => address.email === ''
