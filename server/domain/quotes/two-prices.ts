// Explains for the documentation why one file has two prices: an order over REST is billed by the formula of contract.md
// 9.2, rule 2, and a quote by the filament of a slice. The pricing code computes the amounts.
import { domesticCountry } from '../catalog/countries.ts'
import { defaultPrintOptions, type PrintOptions } from '../catalog/options.ts'
import { perTerms } from '../catalog/terms.ts'
import { formatDollars } from '../pricing/dollars.ts'
import { addPostage } from '../pricing/postage.ts'
import { chargedRate } from '../pricing/rate.ts'
import { printSubtotalCents } from '../pricing/subtotal.ts'
import { meshGrams, wallPercent } from '../pricing/weight.ts'
import { priceQuote } from './price-quote.ts'

type ExamplePart = {
  readonly name: string
  readonly volumeCm3: number
  /** From PrusaSlicer 2.5.0 with the quoting profile. A test slices both parts again if a slicer is installed. */
  readonly slice: { readonly filamentCm3: number; readonly seconds: number }
}

export type Price = { readonly grams: number; readonly totalCents: number }
export type TwoPrices = { readonly name: string; readonly order: Price; readonly quote: Price }

/** The box is open at the top, with walls and a floor of 2 mm. */
export const examplePartsMm = { size: 60, wall: 2 } as const
export const exampleParts: Readonly<Record<'cube' | 'box', ExamplePart>> = {
  cube: {
    name: 'a solid 60 mm cube',
    volumeCm3: 216,
    slice: { filamentCm3: 58.247003, seconds: 5827 },
  },
  box: {
    name: 'an open 60 mm box with 2 mm walls',
    volumeCm3: 34.112,
    slice: { filamentCm3: 32.746301, seconds: 3158 },
  },
}

const options: PrintOptions = { ...defaultPrintOptions, color: 'Black' }

function priceTwice({ name, volumeCm3, slice }: ExamplePart): TwoPrices {
  const { material, color, quality, quantity, infill } = options
  const grams = meshGrams(volumeCm3, infill, material)
  const { centsPerGram } = chargedRate(material, color)
  const printCents = printSubtotalCents({ grams, centsPerGram, quality, quantity })
  const quote = priceQuote({ ...slice, rangePercent: null }, options, domesticCountry)
  return {
    name,
    order: { grams, totalCents: addPostage(printCents, domesticCountry).totalCents },
    quote: { grams: quote.gramsPerPart, totalCents: quote.totalCents },
  }
}

export const twoPrices = perTerms((): readonly TwoPrices[] =>
  Object.values(exampleParts).map(priceTwice),
)

const comparePrices = ({ name, order, quote }: TwoPrices): string =>
  `${name} is ${formatDollars(order.totalCents)} (${order.grams} g) as an order and ${formatDollars(quote.totalCents)} (${quote.grams} g) as a quote`

const share = (percent: number) => (percent / 100).toFixed(2)

/** Returns one paragraph of plain text. */
export const twoPricesText = (): string =>
  `A mesh has two prices. POST /api/print/orders bills volume x (${share(wallPercent)} + ${share(100 - wallPercent)} x infill) x density, whatever its shape; quote_print bills ` +
  'the filament of a real slice. Solid parts are cheaper as a quote, thin-walled ones as an order: ' +
  `in black ${options.material.toUpperCase()} at ${options.infill}% infill with US postage, ${twoPrices().map(comparePrices).join('; ')}.`
