// An order as the product sees it. Money is integer cents, weight whole grams per part.

import type { AccountId } from '../base/caller.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderPrice } from '../pricing/price.ts'
import type { OrderStatus } from './status.ts'
import type { EnteredTracking } from './tracking.ts'

export type ShippingAddress = {
  readonly recipientName: string
  readonly street1: string
  readonly street2: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
  /** Two uppercase letters from the served list. */
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

/** How far the one charge of an order got; every step is a commit (see README, "Money"). */
export type ChargeState =
  | 'none' // no card on file: no charge was ever attempted
  | 'started' // written before the processor is called; after a crash, the outcome is unknown. Also while a charge waits to be repeated
  | 'unknown' // the processor's answer did not arrive
  | 'declined' // the processor refused, or asked for 3-D Secure
  | 'not_made' // the processor has no record of it: it never arrived
  | 'succeeded'

export type ChargeCard = { readonly customerId: string; readonly paymentMethodId: string }

export type NewOrder = {
  readonly id: string
  readonly code: string
  readonly accountId: AccountId
  readonly source: 'rest' | 'mcp'
  readonly options: PrintOptions
  readonly address: ShippingAddress
  readonly price: OrderPrice
  readonly file: StoredModel
  readonly idempotencyKey: string | null
  readonly chargeState: Extract<ChargeState, 'none' | 'started'>
  /** The card that the charge is made with, now and whenever it is repeated; null when there was none. */
  readonly chargeCard: ChargeCard | null
  /** Shown when the order is unpaid; the processor's words verbatim. */
  readonly unpaidReason: string | null
}

export type Order = Omit<NewOrder, 'chargeState'> & {
  readonly chargeState: ChargeState
  /** The quote it was made from; null when there was none. */
  readonly quoteId: string | null
  readonly status: OrderStatus
  readonly paid: boolean
  /** The processor had an unfinished payment for it, or one that needs a person, when it was last asked. */
  readonly paymentPending: boolean
  readonly paymentId: string | null
  readonly checkoutSessionId: string | null
  readonly checkoutUrl: string | null
  /** What customers see: null until the order ships. */
  readonly tracking: Tracking | null
  /** What operators entered, whether or not the order has shipped. */
  readonly enteredTracking: EnteredTracking | null
  /** Raised by every change that operators see; a change based on an older one is refused. */
  readonly version: number
  /** Given back, as the processor confirmed. */
  readonly refundedCents: number
  /** Refunds whose outcome is not known yet. */
  readonly refundingCents: number
  readonly createdAt: Date
  readonly updatedAt: Date
}
