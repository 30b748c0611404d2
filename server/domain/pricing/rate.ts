// The rate per gram (contract.md 9.2, rules 3 and 5; decisions.md 4).
import { findStockColor } from '../catalog/colors.ts'
import { customColorCentsPerGram, materials } from '../catalog/materials.ts'
import type { Material } from '../catalog/options.ts'

export type Rate = { readonly centsPerGram: number; readonly customColor: boolean }

/** For orders and quotes: a color that is not in stock, `Default` included, bills at least the custom rate. */
export function chargedRate(material: Material, color: string): Rate {
  const stock = materials[material].centsPerGram
  return findStockColor(color) === null
    ? { centsPerGram: Math.max(stock, customColorCentsPerGram), customColor: true }
    : { centsPerGram: stock, customColor: false }
}

/** For estimates: without a color the material's own rate applies. */
export function estimateRate(material: Material, color: string | undefined): Rate {
  return color === undefined
    ? { centsPerGram: materials[material].centsPerGram, customColor: false }
    : chargedRate(material, color)
}
