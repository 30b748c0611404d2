// The rate per gram (contract.md 9.2, rules 3 and 5; decisions.md 4).
import { findStockColor } from '../catalog/colors.ts'
import { materials } from '../catalog/materials.ts'
import type { Material } from '../catalog/options.ts'
import { type Terms, terms } from '../catalog/terms.ts'

export type Rate = { readonly centsPerGram: number; readonly customColor: boolean }

/**
 * Returns the rate for orders and quotes. A color that is not in stock, including `Default`, is billed at least at the
 * custom rate.
 */
export function chargedRate(material: Material, color: string, by: Terms = terms()): Rate {
  const stock = by.materials[material].centsPerGram
  return findStockColor(color) === null
    ? { centsPerGram: Math.max(stock, by.customColorCentsPerGram), customColor: true }
    : { centsPerGram: stock, customColor: false }
}

/** Returns the rate for estimates. Without a color, the material's rate applies. */
export function estimateRate(material: Material, color: string | undefined): Rate {
  return color === undefined
    ? { centsPerGram: materials()[material].centsPerGram, customColor: false }
    : chargedRate(material, color)
}
