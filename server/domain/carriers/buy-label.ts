// Buys the label of a quoted parcel, at most once: the intent is stored before the call, and a purchase without a known
// outcome is continued by the worker, at the same shipment, which the carrier service sells only once.
import { fail, ok, type Result } from '../base/result.ts'
import { dayMs } from '../base/time/day.ts'
import { findOrder } from '../orders/find-order.ts'
import type { Order } from '../orders/record/order.ts'
import { isClosed, isOperatorStatus } from '../orders/record/status.ts'
import { isShipped } from '../orders/record/tracking.ts'
import { checkTracking } from '../orders/status-changes/status-change.ts'
import type { CarrierFailure } from './failure.ts'
import { checkPostable, findLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'
import type { BoughtLabel, ParcelLabel } from './label.ts'
import type { CarrierDeps, Carriers, OpenPurchase } from './ports.ts'

type BuyDeps = Pick<
  CarrierDeps,
  'carriers' | 'clock' | 'log' | 'orders' | 'orderWork' | 'parcelLabels'
>

/** Carriers change their prices. */
const maxRateAgeMs = dayMs

/** Whether a label can be bought at its quoted rates. */
export const areRatesValid = (
  { createdAt, state }: Pick<ParcelLabel, 'createdAt' | 'state'>,
  now: Date,
): boolean => state === 'quoted' && now.getTime() - createdAt.getTime() <= maxRateAgeMs

/** A repeated request for a bought label changes nothing. */
export async function buyLabel(
  deps: BuyDeps,
  operator: string,
  { rateId, ...place }: LabelPlace & { readonly rateId: string },
): Promise<Result<void, LabelRefusal>> {
  const found = await findLabel(deps, place)
  if (!found.ok) {
    // A newer comparison deletes the rates of an earlier one.
    return found.failure.kind === 'label_not_found' ? fail({ kind: 'label_rates_outdated' }) : found
  }
  const { carriers, order, label } = found.value
  if (label.state === 'buying') return fail({ kind: 'label_unconfirmed' })
  if (label.state !== 'quoted') return ok(undefined)
  const postable = checkPostable(order)
  if (!postable.ok) return postable
  if (!areRatesValid(label, deps.clock.now())) return fail({ kind: 'label_rates_outdated' })
  if (!label.rates.some(({ id }) => id === rateId)) return fail({ kind: 'label_rate_unknown' })
  const purchase = { rateId, by: operator, priorNumber: numberOf(order) }
  const started = await deps.parcelLabels.start(label.id, purchase)
  if (started === 'taken') return fail({ kind: 'label_exists' })
  // Another request has started the purchase, or has compared the rates again.
  if (started === 'changed') return await buyLabel(deps, operator, { rateId, ...place })
  const bought = await buy(deps, carriers, { ...label, ...purchase, code: order.code })
  if (bought.ok) return bought
  if (isUnknown(bought.failure)) return fail({ kind: 'label_unconfirmed' })
  await deps.parcelLabels.release(label.id)
  return bought
}

/** Maximum number of purchases that one round continues. */
const purchasesPerRound = 10

/**
 * Continues purchases without a known outcome: interrupted ones, and those that the carrier service did not confirm.
 * Stops when the service does not respond, and between two purchases when the process stops.
 */
export async function continuePurchases(deps: BuyDeps, stopping?: AbortSignal): Promise<void> {
  const { carriers, parcelLabels } = deps
  if (carriers === null) return
  for (let left = purchasesPerRound; left > 0 && stopping?.aborted !== true; left -= 1) {
    const label = await parcelLabels.takeOpen()
    if (label === null || !(await continuePurchase(deps, carriers, label))) return
  }
}

/**
 * Reads the shipment before buying it again, and does not buy it if the order changed meanwhile. Returns whether the
 * service responded.
 */
async function continuePurchase(
  deps: BuyDeps,
  carriers: Carriers,
  label: OpenPurchase,
): Promise<boolean> {
  const earlier = await carriers.read(label.shipmentId)
  if (!earlier.ok) {
    deps.log.warn('label.unconfirmed', { code: label.code, reason: earlier.failure.kind })
    // A refusal, such as for a shipment of another account, concerns this label only.
    return earlier.failure.kind === 'carrier_refused'
  }
  if (earlier.value.label !== null) {
    await recordLabel(deps, label, earlier.value.label)
    return true
  }
  if (!(await isStillWanted(deps, label))) {
    await deps.parcelLabels.release(label.id)
    deps.log.info('label.purchase_dropped', { code: label.code })
    return true
  }
  const bought = await buy(deps, carriers, label)
  if (bought.ok) return true
  if (isUnknown(bought.failure)) return false
  // The service may refuse because an earlier call has bought the label since it was read.
  const current = await carriers.read(label.shipmentId)
  if (!current.ok) return false
  if (current.value.label === null) {
    await deps.parcelLabels.release(label.id)
  } else {
    await recordLabel(deps, label, current.value.label)
  }
  return true
}

const isUnknown = ({ kind }: CarrierFailure): boolean => kind === 'carrier_unreachable'

/** Whether the order can still be posted and has the tracking that it had when the purchase started. */
async function isStillWanted(
  deps: Pick<CarrierDeps, 'orders'>,
  { code, priorNumber }: Purchase,
): Promise<boolean> {
  const order = await findOrder(deps, code)
  return order !== null && checkPostable(order).ok && numberOf(order) === priorNumber
}

const numberOf = ({ enteredTracking }: Order): string | null => enteredTracking?.number ?? null

type Purchase = Pick<ParcelLabel, 'by' | 'id' | 'orderId' | 'priorNumber'> & {
  readonly code: string
}

async function buy(
  deps: BuyDeps,
  carriers: Carriers,
  label: Purchase & Pick<OpenPurchase, 'rateId' | 'shipmentId'>,
): Promise<Result<void, CarrierFailure>> {
  const { code, rateId, shipmentId } = label
  const bought = await carriers.buy(shipmentId, rateId)
  if (bought.ok) {
    await recordLabel(deps, label, bought.value)
    return ok(undefined)
  }
  deps.log.warn('label.not_bought', { code, reason: bought.failure.kind })
  return bought
}

/**
 * Records a bought label. Sets the tracking first, so that an interruption repeats both writes. Keeps tracking that was entered after the
 * purchase started, and that of another label that the order has by now.
 */
export async function recordLabel(
  deps: Pick<BuyDeps, 'clock' | 'log' | 'orderWork' | 'parcelLabels'>,
  { id, orderId, by, code, priorNumber }: Purchase,
  label: BoughtLabel,
): Promise<void> {
  const { carrier, number, url } = label
  const labels = await deps.parcelLabels.listByOrder(orderId)
  const hasOther = labels.some((other) => other.id !== id && isLive(other))
  await changeTracking(deps, by, code, (order) =>
    hasOther ||
    isClosed(order.status) ||
    order.status === 'DELIVERED' ||
    isTracked(order, label) ||
    numberOf(order) !== priorNumber
      ? undefined
      : { carrier, number, url: url ?? undefined },
  )
  await deps.parcelLabels.recordPurchase(id, label)
  deps.log.info('label.bought', { code, by, carrier, cents: label.cents })
}

const isLive = ({ state }: ParcelLabel): boolean => state === 'buying' || state === 'bought'

const isTracked = ({ enteredTracking }: Order, { carrier, number }: BoughtLabel): boolean =>
  enteredTracking?.carrier === carrier && enteredTracking.number === number

type TrackingChange = {
  readonly carrier: string
  readonly number: string
  readonly url?: string | undefined
}

/** Sets or clears (null) the order's tracking and keeps its status; undefined changes nothing. */
async function changeTracking(
  { clock, orderWork }: Pick<CarrierDeps, 'clock' | 'orderWork'>,
  by: string,
  code: string,
  choose: (order: Order) => TrackingChange | null | undefined,
): Promise<void> {
  await orderWork.change(code, {
    by,
    run: async ({ order, setStatus }) => {
      const { status } = order
      const tracking = choose(order)
      if (tracking === undefined || !isOperatorStatus(status)) return
      const change = { status, tracking, withoutTracking: tracking === null, now: clock.now() }
      const checked = checkTracking(order, change)
      if (checked.ok) await setStatus({ status, tracking: checked.value })
    },
  })
}

/** Clears the tracking of a voided label, unless the order was shipped or has another number. */
export const clearTracking = (
  deps: Pick<CarrierDeps, 'clock' | 'orderWork'>,
  by: string,
  code: string,
  label: BoughtLabel,
): Promise<void> =>
  changeTracking(deps, by, code, (order) =>
    isShipped(order.status) || isClosed(order.status) || !isTracked(order, label)
      ? undefined
      : null,
  )
