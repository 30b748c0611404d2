// Labels of parcels.
import type { Generated } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { LabelRefund, LabelState, TrackingState } from '../../domain/carriers/label.ts'
import type { Created, Json } from './columns.ts'

export type ParcelLabelsTable = {
  /** The reference of the shipment at the carrier service. */
  id: string
  order_id: OrderId
  shipment_id: string
  state: Generated<LabelState>
  grams: number
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  rates: Json
  rate_id: string | null
  /** The order's tracking number when the last purchase started. */
  prior_number: string | null
  started_at: Date | null
  carrier: string | null
  service: string | null
  cents: number | null
  currency: string | null
  tracking_number: string | null
  tracking_url: string | null
  tracking: Generated<TrackingState>
  /** When the carrier first reported this state. */
  tracked_at: Date | null
  /** When the tracking or the open refund is read next; null = not any more. */
  track_at: Date | null
  track_failures: Generated<number>
  refund: LabelRefund | null
  by: string
  attempts: Generated<number>
  lease_until: Date | null
  created_at: Created
  bought_at: Date | null
}
