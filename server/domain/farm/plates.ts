// The default plates of an order: as many parts on a plate as fit next to each other and print within a day.
import type { FileKind } from './job.ts'

/** A plate that fails late loses all of its hours, so it is kept to what a printer prints in a day. */
const maxPlateHours = 20

/**
 * Parts of each plate, spread evenly. A sliced file prints one part per run, so each part is a plate of its own. `copies`: what a plate
 * takes; 0 where it is not known, or fits no bed: then each part is a plate of its own, too.
 */
export function defaultPlates(
  left: number,
  { kind, copies }: { readonly kind: FileKind; readonly copies: number },
  hoursPerPart: number,
): readonly number[] {
  if (left === 0) return []
  const perPlate = kind === 'model' ? partsPerPlate(copies, hoursPerPart) : 1
  const plates = Math.ceil(left / perPlate)
  const [fewest, withOneMore] = [Math.floor(left / plates), left % plates]
  return Array.from({ length: plates }, (_, index) => fewest + (index < withOneMore ? 1 : 0))
}

/** At least 1. */
function partsPerPlate(copies: number, hoursPerPart: number): number {
  const byTime = hoursPerPart > 0 ? Math.floor(maxPlateHours / hoursPerPart) : copies
  return Math.max(1, Math.min(copies, byTime))
}
