// Words for counted spools.
import { isAnyColor } from '../../../domain/catalog/options.ts'
import type { CountedSpool, MovementKind } from '../../../domain/farm/spools/spool.ts'
import { count } from '../../base/figures.ts'

/** Such as "PETG Black". */
export const filamentText = ({
  material,
  color,
}: Pick<CountedSpool, 'material' | 'color'>): string =>
  `${material.toUpperCase()} ${isAnyColor(color) ? 'in any color' : color}`

/** Grams, which are never rounded to kilograms: 12345.6 -> "12,346 g". */
export const gramsText = (grams: number): string =>
  grams < 0 ? `\u2212${count(-grams)} g` : `${count(grams)} g`

/** Such as "k1", "k1, slot 2" or "Shelf". */
export const placeText = ({
  printer,
  slot,
  emptiedAt,
}: Pick<CountedSpool, 'printer' | 'slot' | 'emptiedAt'>): string => {
  if (emptiedAt !== null) return 'Empty'
  if (printer === null) return 'Shelf'
  return slot === null || slot === 1 ? printer : `${printer}, slot ${slot}`
}

export const movementWords = {
  added: 'Added',
  printed: 'Printed',
  weighed: 'Weighed',
  emptied: 'Empty',
} as const satisfies Record<MovementKind, string>
