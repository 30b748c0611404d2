import { capitalized } from '../../domain/base/text/text.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'

/** Such as `Visa ending in 4242`. */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${capitalized(brand)} ending in ${last4}`
