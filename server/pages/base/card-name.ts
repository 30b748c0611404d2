import { capitalized } from '../../domain/base/text/text.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import type { Words } from '../languages/words.ts'

type NamedCard = Pick<SavedCard, 'brand' | 'last4'>

/** Whether the card processor knows the card's brand. */
export const hasBrand = ({ brand }: Pick<SavedCard, 'brand'>): boolean => brand !== 'unknown'

/** Such as `Visa ending in 4242`, or `card ending in 4242` without a brand. */
export const cardName = (words: Words, card: NamedCard): string =>
  hasBrand(card)
    ? words.text('card.name', { brand: capitalized(card.brand), digits: card.last4 })
    : words.text('card.digits', { digits: card.last4 })
