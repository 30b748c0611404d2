// The label as a file for a printer.
import { fail, type Result } from '../base/result.ts'
import { findUsableLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'
import type { LabelFormat } from './label.ts'
import type { CarrierDeps } from './ports.ts'

/** Returns the bytes of a bought label. */
export async function readLabelFile(
  deps: Pick<CarrierDeps, 'carriers' | 'orders' | 'parcelLabels'>,
  { format, ...place }: LabelPlace & { readonly format: LabelFormat },
): Promise<Result<Uint8Array, LabelRefusal>> {
  const found = await findUsableLabel(deps, place)
  if (!found.ok) return found
  const { carriers, label } = found.value
  if (label.state !== 'bought' && label.state !== 'replaced') {
    return fail({ kind: 'label_not_bought' })
  }
  return await carriers.file(label.shipmentId, format)
}
