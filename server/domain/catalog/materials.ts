// Materials and qualities (contract.md 2.3). Integers only: cents per gram, hundredths of g/cm3.
import { keysOf } from '../base/keys-of.ts'
import { defaultPrintOptions, type Material, type Quality } from './options.ts'

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

/** mm, where an interface takes no layer height, or none was given on a page (contract.md 2.3, decisions.md 47). */
export const qualityLayerHeightMm = {
  standard: defaultPrintOptions.layerHeight,
  premium: 0.1,
} as const satisfies Record<Quality, number>

const premiumFactor = qualityFactorPercent.premium / 100

/** What premium is for a program that sends a layer height of its own (contract.md 4.2). */
export const premiumSentence = `Premium multiplies the rate by ${premiumFactor}. It changes the price only, not the layer height.`

/** What premium is where it has its own layer height. */
export const premiumLayersSentence = `Layers of ${qualityLayerHeightMm.premium} mm: a smoother surface, at ${premiumFactor} times the price per gram.`

/** For a caller who chose premium without a layer height, where one may be given (decisions.md 47). */
export const premiumWithoutLayersNote = `Premium multiplies the rate by ${premiumFactor} and does not change the layer height: this is printed in ${defaultPrintOptions.layerHeight} mm layers. Send layerHeight ${qualityLayerHeightMm.premium} for finer ones.`

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
