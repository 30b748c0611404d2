// An order. Money is integer cents, weight whole grams per part.

import type { BuyerDetails } from '../accounts/buyer.ts'
import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { PartSupports } from '../measurement/supports.ts'
import type { StoredModel } from '../models/ports.ts'
import type { PartSize } from '../models/report.ts'
import type { OrderPrice } from '../pricing/price.ts'
import type { FileReview } from './file-review.ts'
import type { WebDetails } from './order-lines.ts'
import type { NewPayment, OrderPayment } from './payment.ts'
import type { Priority } from './priority.ts'
import type { OrderStatus } from './status.ts'
import type { EnteredTracking } from './tracking.ts'

export type ShippingAddress = {
  readonly recipientName: string
  readonly street1: string
  readonly street2: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
  /** Two uppercase letters, one of the served countries. */
  readonly country: string
  readonly email: string
  readonly phone: string | null
}

export type Tracking = {
  readonly carrier: string
  readonly number: string
  readonly url: string | null
  readonly shippedAt: Date
}

/** A payment page of the card processor. `url`: null where the processor returned none. */
export type OrderCheckout = { readonly sessionId: string; readonly url: string | null }

/** Set by an operator: the order waits until it is released. */
export type Hold = { readonly reason: string; readonly at: Date; readonly by: string }

/** Submitted over REST, placed by an agent, or at the checkout of the website. */
export type OrderSource = 'rest' | 'mcp' | 'web'

export type NewOrder = {
  readonly id: OrderId
  readonly code: string
  readonly accountId: AccountId
  readonly source: OrderSource
  readonly options: PrintOptions
  readonly address: ShippingAddress
  readonly buyer: BuyerDetails
  /** The caller's own. */
  readonly reference: string | null
  readonly price: OrderPrice
  readonly file: StoredModel
  /** Machine time of all its parts, for plans; absent or null = not known yet. */
  readonly plannedSeconds?: number | null
  /** What is printed of each part; absent or null = not decided yet, or a sliced file. */
  readonly supports?: PartSupports | null
  /** null for an already-sliced file, an order of the website, and one of a release that did not record it. */
  readonly size: PartSize | null
  readonly idempotencyKey: string | null
  readonly payment: NewPayment
  /** Commands of its files to review; null when there are none. */
  readonly fileReview: FileReview | null
}

export type Order = Omit<NewOrder, 'payment'> & {
  readonly payment: OrderPayment
  /**
   * What only an order of the website has; null for one of this API. With several lines, `options`, `price`, `file` and `supports` are
   * those of the first line, but for the quantity (all parts) and the amounts (all lines).
   */
  readonly web: WebDetails | null
  /** The quote that was ordered; null for an order without one. */
  readonly quoteId: string | null
  readonly status: OrderStatus
  /** The newest one that was opened for the order; null before the first. */
  readonly checkout: OrderCheckout | null
  /** The tracking that customers see: null until the order ships. */
  readonly tracking: Tracking | null
  /** The tracking that operators entered, also before the order ships. */
  readonly enteredTracking: EnteredTracking | null
  /** Raised by every change that operators see. A change based on an older version is refused. */
  readonly version: number
  /** Refunds that the processor confirmed. */
  readonly refundedCents: number
  /** Refunds that are not settled. */
  readonly refundingCents: number
  /** Amount of open chargebacks: nothing is refunded while one is open. */
  readonly disputedCents: number
  /** What lost disputes took of the payment. */
  readonly lostCents: number
  readonly hold: Hold | null
  readonly priority: Priority
  /** The promised ship date; null before the order is paid. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
