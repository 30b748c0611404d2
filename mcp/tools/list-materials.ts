// list_materials: everything a price is made of.
import * as v from 'valibot'
import { plateMm } from '../../server/domain/catalog/build-volume.ts'
import { stockColors } from '../../server/domain/catalog/colors.ts'
import {
  domesticPostage,
  internationalPostage,
  servedCountries,
} from '../../server/domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  materials,
  qualityFactorPercent,
} from '../../server/domain/catalog/materials.ts'
import { agentToolScopes } from '../../server/domain/limits/table.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import {
  bulkDiscountPercent,
  bulkSteps,
  minimumCentsPerPart,
} from '../../server/domain/pricing/subtotal.ts'
import { toolResult } from '../content.ts'
import { defineTool } from '../registry.ts'
import { currency, integer, materialWord, number, qualityWord, text, timeouts } from './fields.ts'

const postage = v.object({
  countries: v.pipe(v.array(v.string()), v.description('Two-letter ISO codes.')),
  flat: number('Dollars per order.'),
  free_from: number('Print subtotal in dollars from which postage is free.'),
})

const output = v.object({
  currency,
  materials: v.array(
    v.object({
      material: materialWord,
      price_per_gram: number('Dollars per gram in a stock color, standard quality; all in.'),
      density_g_cm3: number('Grams per cubic centimetre.'),
    }),
  ),
  stock_colors: v.array(
    v.object({ name: text('As quote_print takes it.'), hex: text('Colour of the spool.') }),
  ),
  off_palette_price_per_gram: number(
    'Dollars per gram of any other color, and of an order or quote without a color.',
  ),
  qualities: v.array(
    v.object({ quality: qualityWord, multiplier: number('Multiplies the rate per gram.') }),
  ),
  quantity_discounts: v.array(
    v.object({
      from_quantity: integer('Smallest number of equal parts.'),
      percent_off: number('Taken off the print subtotal.'),
    }),
  ),
  minimum_per_part: number('Dollars; no part bills less, also after a discount.'),
  postage: v.object({ domestic: postage, international: postage }),
  build_plate_mm: v.pipe(
    v.array(v.number()),
    v.length(3),
    v.description('Largest part: its three sizes, sorted, must fit these, in any orientation.'),
  ),
})

const fields: v.InferOutput<typeof output> = {
  currency: 'USD',
  materials: names(materials).map((material) => ({
    material,
    price_per_gram: dollarsOfCents(materials[material].centsPerGram),
    density_g_cm3: materials[material].densityHundredths / 100,
  })),
  stock_colors: Object.entries(stockColors).map(([name, hex]) => ({ name, hex })),
  off_palette_price_per_gram: dollarsOfCents(customColorCentsPerGram),
  qualities: names(qualityFactorPercent).map((quality) => ({
    quality,
    multiplier: qualityFactorPercent[quality] / 100,
  })),
  quantity_discounts: bulkSteps.map((from_quantity) => ({
    from_quantity,
    percent_off: bulkDiscountPercent(from_quantity),
  })),
  minimum_per_part: dollarsOfCents(minimumCentsPerPart),
  postage: {
    domestic: postageFields(domesticPostage, ['US']),
    international: postageFields(
      internationalPostage,
      servedCountries.filter((country) => country !== 'US'),
    ),
  },
  build_plate_mm: [...plateMm],
}

const sentence = [
  `Per gram in a stock color: ${fields.materials.map(({ material }) => `${material} ${formatDollars(materials[material].centsPerGram)}`).join(', ')}.`,
  `The twelve stock colors are ${Object.keys(stockColors).join(', ')}; any other color, or none, bills ${formatDollars(customColorCentsPerGram)} per gram.`,
  `${fields.qualities.map(({ quality, multiplier }) => `${quality} quality is ${multiplier} times the rate`).join(', ')}.`,
  `${fields.quantity_discounts.map(({ from_quantity, percent_off }) => `${percent_off}% off from ${from_quantity} parts`).join(', ')}; at least ${formatDollars(minimumCentsPerPart)} per part.`,
  `Postage: ${formatDollars(domesticPostage.flatCents)} within the US, free from ${formatDollars(domesticPostage.freeFromCents)}; ${formatDollars(internationalPostage.flatCents)} abroad (${fields.postage.international.countries.join(', ')}), free from ${formatDollars(internationalPostage.freeFromCents)}.`,
  `The largest part is ${plateMm.join(' x ')} mm.`,
].join(' ')

const outcome = toolResult(sentence, fields)

export const listMaterials = defineTool({
  name: 'list_materials',
  title: 'List materials, colors and rates',
  description: `Lists everything a price is made of: each material with its rate per gram and density, the twelve stock colors, what any other color costs, the quality multipliers, the quantity discounts, the minimum per part, the postage rules with the countries served, and the largest part that can be printed.

Free, needs no key and no arguments; always answers the same until prices change. Use it to choose a material or color before estimating or quoting. For the price of a known weight use estimate_price, for the firm price of a file quote_print. If it fails, nothing happened: call it again.`,
  arguments: {},
  output,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  cost: 'free',
  auth: 'public',
  scopes: agentToolScopes.list_materials,
  timeoutMs: timeouts.read,
  run: async () => outcome,
})

function names<T extends string>(table: Readonly<Record<T, unknown>>): T[] {
  return Object.keys(table) as T[]
}

function postageFields(
  { flatCents, freeFromCents }: { flatCents: number; freeFromCents: number },
  countries: readonly string[],
): v.InferOutput<typeof postage> {
  return {
    countries: [...countries],
    flat: dollarsOfCents(flatCents),
    free_from: dollarsOfCents(freeFromCents),
  }
}
