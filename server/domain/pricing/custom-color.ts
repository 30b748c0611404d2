// The surcharge for a color that is not in stock, as numbers and as text (decisions.md 4).
import { customColorCentsPerGram } from '../catalog/materials.ts'
import { type Material, noColor } from '../catalog/options.ts'
import { type Terms, terms } from '../catalog/terms.ts'
import { formatDollars } from './dollars.ts'
import { chargedRate } from './rate.ts'

export type CustomColorRates = {
  readonly centsPerGram: number
  /** The rate of a stock color of the same material. */
  readonly stockCentsPerGram: number
}

/** Returns the minimum rate per gram of a color outside the stock, for messages: `$0.20`. */
export const customColorRateText = (): string => formatDollars(customColorCentsPerGram())

/** Returns null for a stock color. `color`: the recorded color; `by`: the terms that price it. */
export function customColorRates(
  material: Material,
  color: string,
  by: Terms = terms(),
): CustomColorRates | null {
  const { centsPerGram, customColor } = chargedRate(material, color, by)
  return customColor
    ? { centsPerGram, stockCentsPerGram: by.materials[material].centsPerGram }
    : null
}

/**
 * Returns the sentence that informs a buyer of the surcharge. `shown`: the recorded color as it may appear in a
 * sentence. A color is the caller's text, so agents get it in quotes.
 */
export function customColorNote(color: string, rates: CustomColorRates, shown = color): string {
  const reason = color === noColor ? 'No color was given' : `${shown} is not a stock color`
  return `${reason}, so this bills ${formatDollars(rates.centsPerGram)}/g; a stock color bills ${formatDollars(rates.stockCentsPerGram)}/g.`
}
