// Voids an unused label, and replaces a used one.
import { fail, ok, type Result } from '../base/result.ts'
import { clearTracking } from './buy-label.ts'
import { findLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'
import { isVoidable, type LabelRefund, type ParcelLabel } from './label.ts'
import type { CarrierDeps } from './ports.ts'

type VoidDeps = Pick<
  CarrierDeps,
  'carriers' | 'clock' | 'log' | 'orders' | 'orderWork' | 'parcelLabels'
>

/**
 * Requests a refund of the label, and clears its tracking unless the order was shipped. A repeated request for a voided
 * label changes nothing. A label of a parcel that the carrier has received is refused.
 */
export async function voidLabel(
  deps: VoidDeps,
  operator: string,
  place: LabelPlace,
): Promise<Result<void, LabelRefusal>> {
  const found = await findLabel(deps, place)
  if (!found.ok) return found
  const { carriers, order, label } = found.value
  if (label.state === 'voided') return ok(undefined)
  if (label.label === null) return fail({ kind: 'label_not_bought' })
  if (!isVoidable(label)) return fail({ kind: 'label_used' })
  await deps.parcelLabels.readSoon(label.id)
  const refund = await carriers.refund(label.shipmentId)
  if (!refund.ok) return refund
  if (refund.value === 'rejected') {
    return fail({ kind: 'carrier_refused', message: 'the refund was rejected' })
  }
  const voided = { by: operator, refund: refund.value }
  await recordVoid(deps, { ...label, code: order.code }, voided)
  return ok(undefined)
}

/** Clears the label's tracking first, so that an interruption repeats both writes. */
export async function recordVoid(
  deps: Pick<VoidDeps, 'clock' | 'log' | 'orderWork' | 'parcelLabels'>,
  { code, id, label }: Pick<ParcelLabel, 'id' | 'label'> & { readonly code: string },
  { by, refund }: { readonly by: string; readonly refund: LabelRefund },
): Promise<void> {
  if (label !== null) await clearTracking(deps, by, code, label)
  await deps.parcelLabels.recordVoid(id, refund)
  deps.log.info('label.voided', { code, by, refund })
}

/** Keeps the label, and permits another one for a second parcel. A repeated request changes nothing. */
export async function replaceLabel(
  deps: VoidDeps,
  operator: string,
  place: LabelPlace,
): Promise<Result<void, LabelRefusal>> {
  const found = await findLabel(deps, place)
  if (!found.ok) return found
  const { order, label } = found.value
  if (label.state === 'replaced') return ok(undefined)
  if (!(await deps.parcelLabels.replace(label.id))) return fail({ kind: 'label_not_bought' })
  deps.log.info('label.replaced', { code: order.code, by: operator })
  return ok(undefined)
}
