// The lines of an order on pages that anyone with the code may open.
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
  { isOwner }: { readonly isOwner: boolean },
): readonly SheetLine[] {
  return lines.map((line) => ({
    place: line.place,
    options: line.options,
    price: line.price,
    printed: line.supports == null ? null : customerSupports(line.supports, line.options.material),
    hasPicture: hasPicture(line),
    fileName: isOwner ? line.file.fileName : null,
  }))
}
