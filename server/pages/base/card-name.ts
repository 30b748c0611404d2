import { capitalize } from '../../domain/base/text/text.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import type { Words } from '../languages/words.ts'

type NamedCard = Pick<SavedCard, 'brand' | 'last4'>

/** Brands of the card processor's unknown cards, and of cards that were saved without a brand. */
const unknownBrands: ReadonlySet<string> = new Set(['unknown', 'card'])

/** Whether the brand of the card is known. */
export const hasBrand = ({ brand }: Pick<SavedCard, 'brand'>): boolean => !unknownBrands.has(brand)

/** Such as `Visa ending in 4242`, or `card ending in 4242` without a brand. */
export const cardName = (words: Words, card: NamedCard): string =>
  hasBrand(card)
    ? words.text('card.name', { brand: capitalize(card.brand), digits: card.last4 })
    : words.text('card.digits', { digits: card.last4 })
