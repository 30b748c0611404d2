// Materials and qualities (contract.md 2.3). Integers only: cents per gram, hundredths of g/cm3.
import { keysOf } from '../base/keys-of.ts'
import { defaultPrintOptions, type Material, type Quality } from './options.ts'
import { contractTerms, type Terms, terms } from './terms.ts'

/** Returns the rate and density of each material under the terms in force. */
export const materials = (): Terms['materials'] => terms().materials

/** In percent of the rate: premium multiplies it by 1.75. */
export const qualityFactorPercent = {
  standard: 100,
  premium: 175,
} as const satisfies Record<Quality, number>

/**
 * In mm. Applies if an interface takes no layer height, or if none was entered on a page (contract.md 2.3,
 * decisions.md 47).
 */
export const qualityLayerHeightMm = {
  standard: defaultPrintOptions.layerHeight,
  premium: 0.1,
} as const satisfies Record<Quality, number>

const premiumFactor = qualityFactorPercent.premium / 100

/** Explains premium for a program that sends a layer height (contract.md 4.2). */
export const premiumSentence = `Premium multiplies the rate by ${premiumFactor}. It changes the price only, not the layer height.`

/** For a caller who chose premium without a layer height in an interface that accepts one (decisions.md 47). */
export const premiumWithoutLayersNote = `Premium multiplies the rate by ${premiumFactor} and does not change the layer height: this is printed in ${defaultPrintOptions.layerHeight} mm layers. Send layerHeight ${qualityLayerHeightMm.premium} for finer ones.`

/** Returns the minimum rate of any color that is not a stock spool. */
export const customColorCentsPerGram = (): number => terms().customColorCentsPerGram

export const materialNames = keysOf<Material>(contractTerms.materials)
export const qualityNames = keysOf<Quality>(qualityFactorPercent)

/** For messages: `pla, petg, abs, asa, tpu`. */
export const materialsText = materialNames.join(', ')
/** For messages: `standard, premium`. */
export const qualitiesText = qualityNames.join(', ')

export const isMaterial = (word: string): word is Material =>
  Object.hasOwn(contractTerms.materials, word)
export const isQuality = (word: string): word is Quality =>
  Object.hasOwn(qualityFactorPercent, word)
