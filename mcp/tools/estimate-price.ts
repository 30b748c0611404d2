// estimate_price: arithmetic on a known weight.
import * as v from 'valibot'
import { stockColorSentence } from '../../server/domain/catalog/color-words.ts'
import { flatCountries } from '../../server/domain/catalog/countries.ts'
import { defaultPrintOptions } from '../../server/domain/catalog/options.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import {
  estimateFromWeight,
  estimateGramsRange,
  estimateQuantityRange,
  type WeightEstimate,
} from '../../server/domain/pricing/estimate-weight.ts'
import type { PriceWithPostage } from '../../server/domain/pricing/postage.ts'
import { readsHere } from '../annotations.ts'
import { quotePageUrl } from '../buy-page.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import {
  colorText,
  currency,
  flag,
  integer,
  materialArgument,
  materialWord,
  number,
  orNull,
  qualityArgument,
  qualityWord,
  timeouts,
  wholeNumber,
} from './fields.ts'

const delivered = v.object({
  shipping: number('Postage in dollars; 0 when it is free.'),
  total: number('Print and postage in dollars.'),
})

const output = v.object({
  currency,
  material: materialWord,
  quality: qualityWord,
  quantity: integer('Parts.'),
  color: orNull(v.string(), 'As priced, or null.'),
  billed_grams: integer('Per part, rounded up to whole grams as billed.'),
  price_per_gram: number('Dollars, before the quality multiplier.'),
  custom_color: flag(
    'Whether the color is not a stock color and costs more than the material rate.',
  ),
  discount_percent: number('Quantity discount that is included.'),
  per_part: number('Dollars for one part, including discount and minimum.'),
  print: number('Dollars for all parts, before postage.'),
  domestic: v.pipe(delivered, v.description('Shipped within the US.')),
  international: v.pipe(delivered, v.description('Shipped to any other country.')),
  // Foreign countries with separate postage: the country, plus the fields of the two above. The tool list has no space
  // for the full schema.
  own: v.optional(v.array(v.unknown())),
})

type Output = v.InferOutput<typeof output>

export const estimatePrice = defineTool({
  name: 'estimate_price',
  title: 'Estimate a price from a known weight',
  description: `Calculates the price of a print from the weight of one part: rate, quality multiplier, quantity discount, minimum per part, and totals with postage within the US and abroad. Reads and stores nothing; an estimate cannot be ordered.

Free, needs no key. Use it when the weight is known, as from a slicer, or to compare materials and quantities. Without a color it uses the stock rate, a quote the off-palette rate: name a stock color when quoting. quote_print prices a file, list_materials has the rates. A refusal names the argument to change.`,
  arguments: {
    grams: v.pipe(
      v.number(),
      v.minValue(estimateGramsRange.min),
      v.maxValue(estimateGramsRange.max),
      v.description('Per ONE part; rounded up to whole grams.'),
    ),
    material: materialArgument,
    quality: qualityArgument,
    quantity: v.pipe(
      wholeNumber(estimateQuantityRange, defaultPrintOptions.quantity),
      v.description('Number of equal parts.'),
    ),
    color: v.pipe(
      v.optional(colorText),
      v.description('Name or hex value, such as #E4002B. Any but the stock colors costs more.'),
    ),
  },
  output,
  annotations: readsHere,
  cost: 'free',
  auth: 'public',
  allowances: agentToolAllowances.estimate_price,
  timeoutMs: timeouts.read,
  run: async ({ deps }, { grams, material, quality, quantity, color: asked }) => {
    const color = asked?.trim() || undefined
    const estimate = estimateFromWeight({ grams, material, quality, quantity, color })
    const fields: Output = {
      currency: 'USD',
      material,
      quality,
      quantity,
      color: color ?? null,
      billed_grams: estimate.gramsPerPart,
      price_per_gram: dollarsOfCents(estimate.centsPerGram),
      custom_color: estimate.customColor,
      discount_percent: estimate.discountPercent,
      per_part: dollarsOfCents(estimate.perPartCents),
      print: dollarsOfCents(estimate.printCents),
      domestic: deliveredFields(estimate.domestic),
      international: deliveredFields(estimate.international),
      ...(estimate.own.length > 0 && {
        own: estimate.own.map((price) => ({ country: price.country, ...deliveredFields(price) })),
      }),
    }
    const meant = color === undefined ? null : stockColorSentence(color)
    const inStock = meant === null ? '' : ` ${meant}`
    const chosen = { material, quality, quantity, color }
    const page = ` With a file, the buyer sees its price and orders at ${quotePageUrl(deps.baseUrl, chosen)}`
    return toolResult(`${sentenceOf(estimate, fields)}${inStock}${page}`, fields)
  },
})

const deliveredFields = ({ shippingCents, totalCents }: PriceWithPostage) => ({
  shipping: dollarsOfCents(shippingCents),
  total: dollarsOfCents(totalCents),
})

/** Returns countries with separate postage by name. `abroad` covers all others, if there are any. */
function abroadOf({ own, international }: WeightEstimate): string {
  const named = own.map(({ country, totalCents }) => `${formatDollars(totalCents)} to ${country}`)
  const others = `${formatDollars(international.totalCents)} ${own.length === 0 ? 'abroad' : 'to other countries'}`
  return [...named, ...(flatCountries().length === 0 ? [] : [others])].join(', ')
}

function sentenceOf(estimate: WeightEstimate, { quantity, material, quality }: Output): string {
  const parts = quantity === 1 ? 'One part' : `${quantity} parts`
  const discount =
    estimate.discountPercent === 0
      ? ''
      : `, ${estimate.discountPercent}% quantity discount included`
  const color = estimate.customColor
    ? ` The color is not in stock, so this bills ${formatDollars(estimate.centsPerGram)} per gram; a stock color bills ${formatDollars(estimate.stockCentsPerGram)}.`
    : ''
  return `${parts} of ${estimate.gramsPerPart} g in ${material}, ${quality} quality, ${quantity === 1 ? 'comes' : 'come'} to about ${formatDollars(estimate.printCents)}${discount}: ${formatDollars(estimate.domestic.totalCents)} with postage within the US, ${abroadOf(estimate)}.${color} This is an estimate; quote_print makes a firm price for a file.`
}
