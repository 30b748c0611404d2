// Failures of labels and tracking. The texts are in server/http/refusals/carriers.ts.
import type { OrderStatus } from '../orders/record/status.ts'

/** Failures of a call to the carrier service. `message`: its text, on one line. */
export type CarrierFailure =
  /** The call may have taken effect: no response, or an error of the server. */
  | { readonly kind: 'carrier_unreachable' }
  /** The service refuses the key. */
  | { readonly kind: 'carrier_account_refused' }
  /** The balance of the account is too low for the label. */
  | { readonly kind: 'carrier_balance_low' }
  /** The account makes too many calls. Nothing was done. */
  | { readonly kind: 'carrier_busy' }
  | { readonly kind: 'carrier_address_refused'; readonly message: string }
  | { readonly kind: 'carrier_refused'; readonly message: string }

export type LabelFailure =
  | CarrierFailure
  /** The account posts from another country than the terms declare. */
  | {
      readonly kind: 'carrier_sender_elsewhere'
      readonly country: string
      readonly declared: string
    }
  /** No carrier account is configured. */
  | { readonly kind: 'carriers_off' }
  /** No carrier takes the parcel. `messages`: the carriers' reasons. */
  | { readonly kind: 'carrier_rates_none'; readonly messages: readonly string[] }
  | { readonly kind: 'label_not_found' }
  /** The rates are older than a day, or were compared again. */
  | { readonly kind: 'label_rates_outdated' }
  | { readonly kind: 'label_rate_unknown' }
  /** The order has a label that is neither voided nor replaced. */
  | { readonly kind: 'label_exists' }
  /** The label is being bought. */
  | { readonly kind: 'label_unconfirmed' }
  /** The label was not bought, or was voided. */
  | { readonly kind: 'label_not_bought' }
  /** The label was bought, and other tracking was entered meanwhile. */
  | { readonly kind: 'label_not_on_order' }
  /** The parcel is with the carrier. */
  | { readonly kind: 'label_used' }
  /** Labels are for released orders that are not delivered. */
  | { readonly kind: 'label_status'; readonly status: OrderStatus }
  /** The parcel weighs less than the contents that its customs form declares. */
  | { readonly kind: 'parcel_too_light'; readonly grams: number }
  /** The customs form declares the whole order, and another parcel has a label with it. */
  | { readonly kind: 'second_parcel_abroad' }
  /** Goods of one HS code exceed the value up to which exports need no filing. */
  | { readonly kind: 'export_filing_required'; readonly limitCents: number }
