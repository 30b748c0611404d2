// Reads the print settings that a text states, by rules (decisions.md 43). The text affects nothing but the draft.

import type { CartItem } from '../cart/cart.ts'
import type { Quality } from '../catalog/options.ts'
import { readCountryWords } from './read-country.ts'
import { readColor, readMaterial, readQuality } from './read-material.ts'
import { readInfill, readLayerHeight, readNozzle, readNozzleFlow } from './read-numbers.ts'
import { readQuantity } from './read-quantity.ts'
import type { StatedValue } from './stated.ts'

export type Words = {
  readonly settings: Omit<CartItem, 'modelUrl' | 'units' | 'expectedCents' | 'quality'> & {
    readonly quality?: Quality | undefined
  }
  /** Two-letter code; undefined if the text names no country. */
  readonly country: string | undefined
  /** Settings with several stated values or an unavailable value, in field order. */
  readonly unclear: readonly string[]
}

export function readWords(text: string): Words {
  const read = {
    material: readMaterial(text),
    quality: readQuality(text),
    color: readColor(text),
    quantity: readQuantity(text),
    infill: readInfill(text),
    layerHeight: readLayerHeight(text),
    nozzleDiameter: readNozzle(text),
    nozzleFlow: readNozzleFlow(text),
    country: readCountryWords(text),
  }
  const { country, ...settings } = read
  return {
    settings: {
      material: wordFor(settings.material),
      quality: wordFor(settings.quality),
      color: wordFor(settings.color),
      quantity: wordFor(settings.quantity),
      infill: wordFor(settings.infill),
      layerHeight: wordFor(settings.layerHeight),
      nozzleDiameter: wordFor(settings.nozzleDiameter),
      nozzleFlow: wordFor(settings.nozzleFlow),
    },
    country: wordFor(country),
    unclear: Object.entries(read).flatMap(([name, { kind }]) => (kind === 'unclear' ? [name] : [])),
  }
}

const wordFor = <T>(stated: StatedValue<T>): T | undefined =>
  stated.kind === 'stated' ? stated.value : undefined
