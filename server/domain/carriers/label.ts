// A shipment at the carrier service: its rates, and the label that an operator bought.
import type { OrderId } from '../base/ids/order-id.ts'
import type { MeasuredParcel } from './parcel.ts'

export type CarrierRate = {
  readonly id: string
  readonly carrier: string
  readonly service: string
  /** Hundredths of `currency`. */
  readonly cents: number
  /** ISO 4217, such as USD. */
  readonly currency: string
  /** Estimated days to delivery; null = not stated. */
  readonly days: number | null
}

/** A label as the carrier service sold it. */
export type BoughtLabel = Omit<CarrierRate, 'days' | 'id'> & {
  readonly number: string
  /** Page on which anyone can track the parcel. */
  readonly url: string | null
}

export const trackingStates = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'available_for_pickup',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
] as const
export type TrackingState = (typeof trackingStates)[number]

/** States that are not read again. Others change: a carrier may deliver after a failure, or know the number later. */
export const finalTrackingStates = [
  'delivered',
  'cancelled',
] as const satisfies readonly TrackingState[]

/** Time for which a delivered parcel is proposed; limits the rows that each view of the queue counts. */
export const deliveredDays = 60

/** States in which the carrier has not received the parcel, as far as it has reported. */
export const unusedStates: readonly TrackingState[] = [
  'unknown',
  'pre_transit',
  'error',
  'cancelled',
]

/** Whether a refund can be requested. The carrier decides on it. */
export const isVoidable = ({ state, tracking }: Pick<ParcelLabel, 'state' | 'tracking'>): boolean =>
  (state === 'bought' || state === 'replaced') && unusedStates.includes(tracking)

/** Refund of a voided label. `submitted`: the carrier decides within weeks. */
export const labelRefunds = ['submitted', 'refunded', 'rejected', 'not_applicable'] as const
export type LabelRefund = (typeof labelRefunds)[number]

/**
 * `buying`: the purchase was requested and has no known outcome. `replaced`: the label was used, and the order needs
 * another one. An order has at most one label that is being bought or bought.
 */
export const labelStates = ['quoted', 'buying', 'bought', 'replaced', 'voided'] as const
export type LabelState = (typeof labelStates)[number]

/** `ask`: an operator compares the rates of each parcel. `cheapest`: the page for packing offers the cheapest rate. */
export const labelDefaults = ['ask', 'cheapest'] as const
export type LabelDefault = (typeof labelDefaults)[number]

export const labelFormats = ['pdf', 'zpl'] as const
export type LabelFormat = (typeof labelFormats)[number]

export type ParcelLabel = MeasuredParcel & {
  /** The reference of the shipment at the carrier service. */
  readonly id: string
  readonly orderId: OrderId
  /** The carrier service's id of the shipment. */
  readonly shipmentId: string
  readonly state: LabelState
  /** The cheapest first. */
  readonly rates: readonly CarrierRate[]
  /** Rate of the last purchase; null before it. */
  readonly rateId: string | null
  /** The order's tracking number when the last purchase started; null = none. */
  readonly priorNumber: string | null
  /** null before the purchase. */
  readonly label: BoughtLabel | null
  readonly tracking: TrackingState
  readonly refund: LabelRefund | null
  /** When the last purchase started; null before it. */
  readonly startedAt: Date | null
  /** Email of the operator. */
  readonly by: string
  readonly createdAt: Date
  readonly boughtAt: Date | null
}
