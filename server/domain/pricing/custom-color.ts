// The surcharge on a color that is not in stock, in numbers and in words (decisions.md 4).
import { customColorCentsPerGram, materials } from '../catalog/materials.ts'
import { type Material, noColor } from '../catalog/options.ts'
import { formatDollars } from './dollars.ts'
import { chargedRate } from './rate.ts'

export type CustomColorRates = {
  readonly centsPerGram: number
  /** The rate of a stock color of the same material. */
  readonly stockCentsPerGram: number
}

/** For sentences: `$0.20`, the least that a color outside the stock bills per gram. */
export const customColorRateText = formatDollars(customColorCentsPerGram)

/** null for a stock color. `color` is the recorded one. */
export function customColorRates(material: Material, color: string): CustomColorRates | null {
  const { centsPerGram, customColor } = chargedRate(material, color)
  return customColor ? { centsPerGram, stockCentsPerGram: materials[material].centsPerGram } : null
}

/**
 * The sentence that informs a buyer of the surcharge. `shown` is the recorded color as it may appear in a sentence; a color is the
 * caller's own text, so agents get it in quotes.
 */
export function customColorNote(color: string, rates: CustomColorRates, shown = color): string {
  const reason = color === noColor ? 'No color was given' : `${shown} is not a stock color`
  return `${reason}, so this bills ${formatDollars(rates.centsPerGram)}/g; a stock color bills ${formatDollars(rates.stockCentsPerGram)}/g.`
}
