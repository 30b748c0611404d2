// Ends a purchase that the carrier service does not confirm. Its shipment may belong to another account, or the account
// was removed.
import { fail, ok, type Result } from '../base/result.ts'
import { recordLabel } from './buy-label.ts'
import { findStoredLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'
import type { ParcelLabel } from './label.ts'
import type { CarrierDeps } from './ports.ts'

/** Time after which a purchase without an outcome is reported. */
export const latePurchaseMinutes = 15

/** Whether the purchase has been without an outcome for so long that operators are notified. */
export const isPurchaseLate = (
  { state, startedAt }: Pick<ParcelLabel, 'startedAt' | 'state'>,
  now: Date,
): boolean =>
  state === 'buying' &&
  startedAt !== null &&
  now.getTime() - startedAt.getTime() >= latePurchaseMinutes * 60_000

/**
 * Turns a late purchase back into a quote. The operator has checked that no label was bought; if the service reports
 * one nevertheless, it is recorded. A repeated request changes nothing.
 */
export async function endPurchase(
  deps: Pick<CarrierDeps, 'carriers' | 'clock' | 'log' | 'orders' | 'orderWork' | 'parcelLabels'>,
  operator: string,
  place: LabelPlace,
): Promise<Result<void, LabelRefusal>> {
  const found = await findStoredLabel(deps, place)
  if (!found.ok) return found
  const { label, order } = found.value
  if (label.state !== 'buying') return ok(undefined)
  if (!isPurchaseLate(label, deps.clock.now())) return fail({ kind: 'label_unconfirmed' })
  const current = deps.carriers === null ? null : await deps.carriers.read(label.shipmentId)
  if (current?.ok && current.value.label !== null) {
    await recordLabel(deps, { ...label, code: order.code }, current.value.label)
    return ok(undefined)
  }
  await deps.parcelLabels.release(label.id)
  const { shipmentId } = label
  deps.log.warn('label.purchase_ended', { code: order.code, by: operator, shipmentId })
  return ok(undefined)
}
