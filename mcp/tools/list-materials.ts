// list_materials: everything that determines a price.
import * as v from 'valibot'
import { buildVolumeMm, buildVolumeText } from '../../server/domain/catalog/build-volume.ts'
import { stockColors } from '../../server/domain/catalog/colors.ts'
import {
  domesticCountry,
  domesticPostage,
  flatCountries,
  internationalPostage,
  ownPostages,
  servedCountries,
  transitDays,
} from '../../server/domain/catalog/countries.ts'
import { materialTraits } from '../../server/domain/catalog/material-traits.ts'
import {
  customColorCentsPerGram,
  materialNames,
  materials,
  qualityFactorPercent,
  qualityNames,
} from '../../server/domain/catalog/materials.ts'
import { type Postage, perTerms } from '../../server/domain/catalog/terms.ts'
import { agentToolAllowances } from '../../server/domain/limits/table.ts'
import { customColorRateText } from '../../server/domain/pricing/custom-color.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import {
  bulkDiscountPercent,
  bulkThresholds,
  minimumCentsPerPart,
} from '../../server/domain/pricing/subtotal.ts'
import { readsHere } from '../annotations.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { currency, integer, materialWord, number, qualityWord, text, timeouts } from './fields.ts'

const postage = v.object({
  countries: v.pipe(v.array(v.string()), v.description('Two-letter ISO codes.')),
  flat: number('Dollars per order.'),
  free_from: number('Dollars of print from which it is free.'),
})

const output = v.object({
  currency,
  materials: v.array(
    v.object({
      material: materialWord,
      price_per_gram: number('Dollars per gram in a stock color, standard quality; all in.'),
      density_g_cm3: number('Grams per cubic centimeter.'),
      traits: text('Strength, heat, flexibility, outdoors, finish.'),
    }),
  ),
  stock_colors: v.array(
    v.object({ name: text('As quote_print accepts it.'), hex: text('Color of the spool.') }),
  ),
  off_palette_price_per_gram: number('Dollars per gram of any other color, or without a color.'),
  qualities: v.array(
    v.object({ quality: qualityWord, multiplier: number('Multiplies the rate per gram.') }),
  ),
  quantity_discounts: v.array(
    v.object({
      from_quantity: integer('Smallest number of equal parts.'),
      percent_off: number('Taken off the print subtotal.'),
    }),
  ),
  minimum_per_part: number('Dollars; no part costs less, even after a discount.'),
  postage: v.object({
    domestic: postage,
    international: postage,
    // Foreign countries with separate postage, each in the format of the two fields above. The tool list has no space
    // for the full schema.
    own: v.optional(v.array(v.unknown())),
  }),
  transit_days: text('By country; not promised.'),
  build_plate_mm: v.pipe(
    v.array(v.number()),
    v.length(3),
    v.description('Largest part: its three dimensions must fit these in some orientation.'),
  ),
})

const fieldsOf = (): v.InferOutput<typeof output> => ({
  currency: 'USD',
  materials: materialNames.map((material) => ({
    material,
    price_per_gram: dollarsOfCents(materials()[material].centsPerGram),
    density_g_cm3: materials()[material].densityHundredths / 100,
    traits: materialTraits[material],
  })),
  stock_colors: Object.entries(stockColors).map(([name, hex]) => ({ name, hex })),
  off_palette_price_per_gram: dollarsOfCents(customColorCentsPerGram()),
  qualities: qualityNames.map((quality) => ({
    quality,
    multiplier: qualityFactorPercent[quality] / 100,
  })),
  quantity_discounts: bulkThresholds().map((from_quantity) => ({
    from_quantity,
    percent_off: bulkDiscountPercent(from_quantity),
  })),
  minimum_per_part: dollarsOfCents(minimumCentsPerPart()),
  postage: {
    domestic: postageFields(domesticPostage(), [domesticCountry]),
    international: postageFields(internationalPostage(), flatCountries()),
    ...(ownPostages().length > 0 && {
      own: ownPostages().map(([country, own]) => postageFields(own, [country])),
    }),
  },
  transit_days: servedCountries
    .map((country) => `${country} ${transitDays[country].join('-')}`)
    .join(', '),
  build_plate_mm: [...buildVolumeMm],
})

const sentenceOf = (fields: v.InferOutput<typeof output>): string =>
  [
    `Per gram in a stock color: ${fields.materials.map(({ material }) => `${material} ${formatDollars(materials()[material].centsPerGram)}`).join(', ')}.`,
    materialNames.map((material) => `${material}: ${materialTraits[material]}`).join(' '),
    `The stock colors are ${Object.keys(stockColors).join(', ')}; any other color, or none, bills ${customColorRateText()} per gram.`,
    `${fields.qualities.map(({ quality, multiplier }) => `${quality} quality is ${multiplier} times the rate`).join(', ')}.`,
    `${discountsOf(fields)}; at least ${formatDollars(minimumCentsPerPart())} per part.`,
    `Postage: ${[
      postageOf('within the US', domesticPostage()),
      ...ownPostages().map(([country, own]) => postageOf(`to ${country}`, own)),
      ...(flatCountries().length === 0
        ? []
        : [postageOf(`abroad (${flatCountries().join(', ')})`, internationalPostage())]),
    ].join('; ')}.`,
    `Transit after shipping, in days, not promised: ${fields.transit_days}; get_lead_time has the days until then.`,
    `The largest part is ${buildVolumeText}.`,
    'quote_print makes a firm price for a model, estimate_price prices a known weight.',
  ].join(' ')

const discountsOf = ({ quantity_discounts }: v.InferOutput<typeof output>): string =>
  quantity_discounts.length === 0
    ? 'No quantity discount'
    : quantity_discounts
        .map(({ from_quantity, percent_off }) => `${percent_off}% off from ${from_quantity} parts`)
        .join(', ')

const postageOf = (where: string, { flatCents, freeFromCents }: Postage): string =>
  flatCents === 0 || freeFromCents === 0
    ? `free ${where}`
    : `${formatDollars(flatCents)} ${where}, free from ${formatDollars(freeFromCents)}`

const outcome = perTerms(() => {
  const fields = fieldsOf()
  return toolResult(sentenceOf(fields), fields)
})

export const listMaterials = defineTool({
  name: 'list_materials',
  title: 'List materials, colors and rates',
  description: `Lists all that determines a price: materials with rate, density and traits, the stock colors, the price of others, quality multipliers, quantity discounts, the minimum per part, postage, countries and transit, and the largest part that can be printed.

Free, needs no key; changes only with prices. Use it to choose a material or color. estimate_price prices a known weight, quote_print a file. If it fails, call again.`,
  arguments: {},
  output,
  annotations: readsHere,
  cost: 'free',
  auth: 'public',
  allowances: agentToolAllowances.list_materials,
  timeoutMs: timeouts.read,
  run: async () => outcome(),
})

function postageFields(
  { flatCents, freeFromCents }: Postage,
  countries: readonly string[],
): v.InferOutput<typeof postage> {
  return {
    countries: [...countries],
    flat: dollarsOfCents(flatCents),
    free_from: dollarsOfCents(freeFromCents),
  }
}
