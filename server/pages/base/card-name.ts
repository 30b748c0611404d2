import { capitalized } from '../../domain/base/text/text.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import type { Words } from '../languages/words.ts'

/** Such as `Visa ending in 4242`. */
export const cardName = (words: Words, { brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) =>
  words.text('card.name', { brand: capitalized(brand), digits: last4 })
