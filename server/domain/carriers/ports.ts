// Ports of labels and tracking: the carrier service, and the stored labels.
import type { OrderId } from '../base/ids/order-id.ts'
import type { Result } from '../base/result.ts'
import type { CustomsDeclaration } from '../fulfillment/customs/declaration.ts'
import type { FulfillmentDeps } from '../fulfillment/ports.ts'
import type { ShippingAddress } from '../orders/record/order.ts'
import type { CarrierFailure } from './failure.ts'
import type {
  BoughtLabel,
  CarrierRate,
  LabelDefault,
  LabelFormat,
  LabelRefund,
  ParcelLabel,
  TrackingState,
} from './label.ts'
import type { MeasuredParcel } from './parcel.ts'

export type QuotedParcel = MeasuredParcel & {
  /** A new reference; the service does not enforce that references are unique. */
  readonly reference: string
  readonly to: ShippingAddress & { readonly company: string | null }
  /** null if the parcel crosses no customs border. */
  readonly customs: CustomsDeclaration | null
}

/** `messages`: reasons of carriers that quoted no rate. */
export type CarrierQuote = {
  readonly shipmentId: string
  /** The cheapest first. */
  readonly rates: readonly CarrierRate[]
  readonly messages: readonly string[]
}

export type ShipmentState = {
  /** null if no label was bought. */
  readonly label: BoughtLabel | null
  readonly tracking: TrackingState
  /** null if no refund was requested. */
  readonly refund: LabelRefund | null
}

/** The service that quotes rates and sells labels of several carriers. */
export type Carriers = {
  readonly name: string
  /** Country that parcels are posted from; two uppercase letters. */
  readonly country: string
  /**
   * Creates a shipment with its rates. Buys nothing. With `isPageWaiting`, makes one short attempt, and none within a
   * minute after one to which the service did not respond.
   */
  readonly quote: (
    parcel: QuotedParcel,
    wait?: { readonly isPageWaiting: boolean },
  ) => Promise<Result<CarrierQuote, CarrierFailure>>
  /**
   * Buys the label of a shipment, which the service sells only once: a repeated call returns the same label.
   * `carrier_unreachable` means that the outcome is unknown.
   */
  readonly buy: (shipmentId: string, rateId: string) => Promise<Result<BoughtLabel, CarrierFailure>>
  readonly read: (shipmentId: string) => Promise<Result<ShipmentState, CarrierFailure>>
  /** Returns the label as a file. */
  readonly file: (
    shipmentId: string,
    format: LabelFormat,
  ) => Promise<Result<Uint8Array, CarrierFailure>>
  /** Requests a refund of an unused label. A repeated call returns the state of the first request. */
  readonly refund: (shipmentId: string) => Promise<Result<LabelRefund, CarrierFailure>>
}

export type NewLabel = Pick<
  ParcelLabel,
  'by' | 'grams' | 'id' | 'orderId' | 'rates' | 'shipmentId' | 'size'
>

/** A label whose order the carrier reports as delivered. */
export type DeliveredParcel = { readonly code: string; readonly version: number } & Pick<
  BoughtLabel,
  'carrier' | 'number'
>

/** A label with the code of its order. */
export type OrderedLabel = ParcelLabel & { readonly code: string }

/** A purchase without a known outcome. */
export type OpenPurchase = OrderedLabel & { readonly rateId: string }

export type ParcelLabels = {
  readonly add: (label: NewLabel) => Promise<void>
  readonly read: (id: string) => Promise<ParcelLabel | null>
  /** Newest first. A quote may be older than a label, or than another quote that is newer and valid. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly ParcelLabel[]>
  /**
   * Records the intent to buy a quoted label, before the call. `taken`: the order has another label that is bought or
   * being bought. `changed`: the label is no longer only quoted. The caller has the lease.
   */
  readonly start: (
    id: string,
    purchase: { readonly rateId: string } & Pick<ParcelLabel, 'by' | 'priorNumber'>,
  ) => Promise<'started' | 'taken' | 'changed'>
  /** Takes a purchase whose lease has expired; null if there is none. Each attempt has a longer lease. */
  readonly takeOpen: () => Promise<OpenPurchase | null>
  /** Turns a refused purchase back into a quote. */
  readonly release: (id: string) => Promise<void>
  /**
   * Records the label of a purchase, also of one that was released because its outcome arrived late; besides another label of
   * the order as `replaced`. A repeated call changes nothing. Throws if no purchase of the label is stored.
   */
  readonly recordPurchase: (id: string, label: BoughtLabel) => Promise<void>
  /**
   * Makes the shipment of a bought or replaced label due within minutes, before its refund is requested: an interrupted
   * request may have voided it.
   */
  readonly readSoon: (id: string) => Promise<void>
  /** Records that the carrier voided a bought or replaced label. */
  readonly recordVoid: (id: string, refund: LabelRefund) => Promise<void>
  /** Keeps a bought label and permits another one. Returns false if the label is not bought. */
  readonly replace: (id: string) => Promise<boolean>
  /** Takes labels whose tracking or open refund is to be read, at most `limit`. */
  readonly takeUntracked: (limit: number) => Promise<readonly OrderedLabel[]>
  /** Records the tracking of a label that is not voided. `state`: null if the shipment could not be read. */
  readonly recordTracking: (id: string, state: TrackingState | null) => Promise<void>
  /** Records the refund of a voided label. */
  readonly recordRefund: (id: string, refund: LabelRefund) => Promise<void>
  /** Counts shipped orders whose current parcel the carrier reported as delivered within `deliveredDays`. */
  readonly countDelivered: () => Promise<number>
  /** Returns these orders, longest reported first. */
  readonly listDelivered: (limit: number) => Promise<readonly DeliveredParcel[]>
}

export type CarrierDeps = FulfillmentDeps & {
  /** null if no carrier account is configured. */
  readonly carriers: Carriers | null
  readonly labelDefault: LabelDefault
  readonly parcelLabels: ParcelLabels
}
