// Finds a label of an order, for operators and viewers.

import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OrderErased, OrderFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { isErased, type Order } from '../orders/record/order.ts'
import { isReleased } from '../orders/record/status.ts'
import type { LabelFailure } from './failure.ts'
import type { ParcelLabel } from './label.ts'
import type { CarrierDeps, Carriers } from './ports.ts'

/** Code of an order and id of one of its labels. */
export type LabelPlace = { readonly code: string; readonly id: string }

export type FoundLabel = {
  readonly carriers: Carriers
  readonly order: Order
  readonly label: ParcelLabel
}

export type LabelRefusal =
  | LabelFailure
  | OrderFailure
  | OrderErased
  | { readonly kind: 'order_held'; readonly reason: string }

export async function findLabel(
  deps: Pick<CarrierDeps, 'carriers' | 'orders' | 'parcelLabels'>,
  place: LabelPlace,
): Promise<Result<FoundLabel, LabelRefusal>> {
  const { carriers } = deps
  if (carriers === null) return fail({ kind: 'carriers_off' })
  const found = await findStoredLabel(deps, place)
  return found.ok ? ok({ ...found.value, carriers }) : found
}

/** Finds a label of an order, also without a carrier account. */
export async function findStoredLabel(
  { parcelLabels, orders }: Pick<CarrierDeps, 'orders' | 'parcelLabels'>,
  { code, id }: LabelPlace,
): Promise<Result<Omit<FoundLabel, 'carriers'>, LabelRefusal>> {
  const order = await findOrder({ orders }, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const label = isUuid(id) ? await parcelLabels.read(id) : null
  return label === null || label.orderId !== order.id
    ? fail({ kind: 'label_not_found' })
    : ok({ order, label })
}

/** Whether a parcel of the order can be posted: it was released, is neither held nor delivered, and has an address. */
export function checkPostable(order: Order): Result<void, LabelRefusal> {
  const { hold, status } = order
  if (!isReleased(status) || status === 'DELIVERED') return fail({ kind: 'label_status', status })
  if (isErased(order)) return fail({ kind: 'order_erased' })
  return hold === null ? ok(undefined) : fail({ kind: 'order_held', reason: hold.reason })
}

/** Whether the label occupies the order: it is bought, or being bought. */
export const isLive = ({ state }: Pick<ParcelLabel, 'state'>): boolean =>
  state === 'buying' || state === 'bought'
