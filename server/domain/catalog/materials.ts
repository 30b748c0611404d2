// Materials and qualities (contract.md 2.3). Integers only: cents per gram, hundredths of g/cm3.
import { keysOf } from '../base/keys-of.ts'
import type { Material, Quality } from './options.ts'

export const materials = {
  pla: { centsPerGram: 12, densityHundredths: 126 },
  petg: { centsPerGram: 12, densityHundredths: 127 },
  abs: { centsPerGram: 12, densityHundredths: 104 },
  asa: { centsPerGram: 14, densityHundredths: 107 },
  tpu: { centsPerGram: 13, densityHundredths: 121 },
} as const satisfies Record<
  Material,
  { readonly centsPerGram: number; readonly densityHundredths: number }
>

/** Percent of the rate: premium multiplies it by 1.75. */
export const qualityFactorPercent = {
  standard: 100,
  premium: 175,
} as const satisfies Record<Quality, number>

/** What premium is, for buyers and for programs (contract.md 4.2). */
export const premiumSentence = `Premium multiplies the rate by ${qualityFactorPercent.premium / 100}. It changes the price only, not the layer height.`

/** Any color that is not a stock spool bills at least this. */
export const customColorCentsPerGram = 20

export const materialNames = keysOf<Material>(materials)
export const qualityNames = keysOf<Quality>(qualityFactorPercent)

/** For sentences: `pla, petg, abs, asa, tpu`. */
export const materialsText = materialNames.join(', ')
/** For sentences: `standard, premium`. */
export const qualitiesText = qualityNames.join(', ')

export const isMaterial = (word: string): word is Material => Object.hasOwn(materials, word)
export const isQuality = (word: string): word is Quality =>
  Object.hasOwn(qualityFactorPercent, word)
