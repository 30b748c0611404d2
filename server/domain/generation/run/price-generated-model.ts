// Estimates the print price of a generated model (contract.md 2.5, `printEstimate`; decisions.md 4).
import { domesticPostage } from '../../catalog/countries.ts'
import type { Printability } from '../../measurement/processing.ts'
import { customColorRateText } from '../../pricing/custom-color.ts'
import { defaultCentihours } from '../../pricing/hours.ts'
import { estimateRate } from '../../pricing/rate.ts'
import { printSubtotalCents } from '../../pricing/subtotal.ts'
import { boxGrams, estimateInfillPercent, meshGrams } from '../../pricing/weight.ts'
import type { PrintEstimate } from './result.ts'

const note = () =>
  `One PLA part at standard quality and ${estimateInfillPercent}% infill in a stock color, with flat US postage. ` +
  `An order without a color bills ${customColorRateText()} per gram.`

/**
 * Returns the price; null if a side of the bounding box is zero. `scaledToPlate`: the model was scaled down to fit the
 * printer. Uses the bounding box for the weight of an open surface.
 */
export function priceGeneratedModel(
  { dimensionsMm, volumeCm3 }: Pick<Printability, 'dimensionsMm' | 'volumeCm3'>,
  scaledToPlate: boolean,
): PrintEstimate | null {
  const [x, y, z] = dimensionsMm
  if (!(x > 0 && y > 0 && z > 0)) return null
  const material = 'pla'
  const quality = 'standard'
  const grams =
    volumeCm3 > 0
      ? meshGrams(volumeCm3, estimateInfillPercent, material)
      : boxGrams(dimensionsMm, material)
  const { centsPerGram } = estimateRate(material, undefined)
  const printCents = printSubtotalCents({ grams, centsPerGram, quality, quantity: 1 })
  return {
    grams,
    centihours: defaultCentihours(grams, material),
    totalCents: printCents + domesticPostage().flatCents,
    material,
    quality,
    sizeMm: { x: hundredths(x), y: hundredths(y), z: hundredths(z) },
    scaledToPlate,
    note: note(),
  }
}

const hundredths = (mm: number) => Math.round(mm * 100) / 100
