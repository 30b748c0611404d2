// Lines of an order on pages that anyone with the code may open.
import type { PrintJob } from '../../domain/farm/jobs/job.ts'
import { chosenForLine, supportsAsChosen } from '../../domain/farm/line-supports.ts'
import type { PartSupports } from '../../domain/measurement/supports.ts'
import { type LineSpec, specsOfLine } from '../../domain/orders/record/line-specs.ts'
import type { OrderLine } from '../../domain/orders/record/order-lines.ts'
import { hasPicture } from '../../domain/orders/record/part-picture.ts'

export type SheetLine = {
  /** Starts at 1. */
  readonly place: number
  readonly options: Pick<OrderLine['options'], 'material' | 'quality' | 'quantity' | 'color'>
  readonly price: Pick<OrderLine['price'], 'printCents'>
  /** Size, unit, infill, layers, and an unusual nozzle. */
  readonly specs: readonly LineSpec[]
  /** As the plates are printed. null if unknown. */
  readonly supports: PartSupports | null
  readonly hasPicture: boolean
  /** null unless the visitor is signed in to the order's account. */
  readonly fileName: string | null
}

export function sheetLinesOf(
  lines: readonly OrderLine[],
  { isOwner, jobs }: { readonly isOwner: boolean; readonly jobs: readonly PrintJob[] },
): readonly SheetLine[] {
  return lines.map((line) => ({
    place: line.place,
    options: line.options,
    price: line.price,
    specs: specsOfLine(line),
    supports: supportsAsChosen(line.supports ?? null, chosenForLine(line, jobs)),
    hasPicture: hasPicture(line),
    fileName: isOwner ? line.file.fileName : null,
  }))
}
