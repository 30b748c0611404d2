// The label as a file for a printer.
import { fail, type Result } from '../base/result.ts'
import { isErased } from '../orders/record/order.ts'
import { findLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'
import type { LabelFormat } from './label.ts'
import type { CarrierDeps } from './ports.ts'

/** Returns the bytes of a bought label. Refuses an order without personal data: the carrier's copy of the label has it. */
export async function readLabelFile(
  deps: Pick<CarrierDeps, 'carriers' | 'orders' | 'parcelLabels'>,
  { format, ...place }: LabelPlace & { readonly format: LabelFormat },
): Promise<Result<Uint8Array, LabelRefusal>> {
  const found = await findLabel(deps, place)
  if (!found.ok) return found
  const { carriers, order, label } = found.value
  if (isErased(order)) return fail({ kind: 'order_erased' })
  if (label.state !== 'bought' && label.state !== 'replaced') {
    return fail({ kind: 'label_not_bought' })
  }
  return await carriers.file(label.shipmentId, format)
}
