// The lines of an order on pages that anyone with the code may open.
import type { PrintJob } from '../../domain/farm/jobs/job.ts'
import { chosenForLine, supportsAsChosen } from '../../domain/farm/line-supports.ts'
import type { OrderLine } from '../../domain/orders/order-lines.ts'
import { hasPicture } from '../../domain/orders/part-picture.ts'
import { customerSupports } from '../base/supports-line.ts'

export type SheetLine = {
  /** From 1. */
  readonly place: number
  readonly options: Pick<OrderLine['options'], 'material' | 'quality' | 'quantity' | 'color'>
  readonly price: Pick<OrderLine['price'], 'printCents'>
  /** How it is printed where that takes supports or another pose; null otherwise, and where it is not known. */
  readonly printed: string | null
  readonly hasPicture: boolean
  /** null for visitors who are not signed in to the order's account. */
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
    printed: printedText(line, jobs),
    hasPicture: hasPicture(line),
    fileName: isOwner ? line.file.fileName : null,
  }))
}

function printedText(line: OrderLine, jobs: readonly PrintJob[]): string | null {
  const supports = supportsAsChosen(line.supports ?? null, chosenForLine(line, jobs))
  return supports === null ? null : customerSupports(supports, line.options.material)
}
