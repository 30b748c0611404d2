// svc materials: the available materials and colors, and their prices.
import * as v from 'valibot'
import type { Command } from '../command/command.ts'
import { dollars } from '../orders/priced-part.ts'
import { toVersionError } from '../orders/quote-part.ts'
import { toolError } from '../service/agent-tools.ts'
import { table } from '../terminal/table.ts'

const postage = v.object({
  countries: v.array(v.string()),
  flat: v.number(),
  free_from: v.number(),
})

const rateCard = v.object({
  materials: v.array(
    v.object({ material: v.string(), price_per_gram: v.number(), density_g_cm3: v.number() }),
  ),
  stock_colors: v.array(v.object({ name: v.string(), hex: v.string() })),
  off_palette_price_per_gram: v.number(),
  qualities: v.array(v.object({ quality: v.string(), multiplier: v.number() })),
  quantity_discounts: v.array(v.object({ from_quantity: v.number(), percent_off: v.number() })),
  minimum_per_part: v.number(),
  postage: v.object({
    domestic: postage,
    international: postage,
    own: v.optional(v.array(postage), []),
  }),
  build_plate_mm: v.array(v.number()),
})

export const materialsCommand: Command = {
  name: 'materials',
  summary: 'List materials, colors, rates and postage. Needs no key.',
  words: '',
  maxWords: 0,
  options: [],
  run: async (context) => {
    const { callAgain, baseUrl } = await context.session()
    const outcome = await callAgain('list_materials', {}, 30_000)
    if (outcome.kind !== 'fields') throw toolError(outcome)
    const read = v.safeParse(rateCard, outcome.fields)
    if (!read.success) throw toVersionError(baseUrl)
    return { json: outcome.fields, lines: linesOf(read.output) }
  },
}

function linesOf(card: v.InferOutput<typeof rateCard>): string[] {
  const { domestic, international, own } = card.postage
  const postages = [domestic, ...own, international].filter(({ countries }) => countries.length > 0)
  return [
    ...table(
      [
        ['material', 'per gram', 'g/cm3'],
        ...card.materials.map((row) => [
          row.material,
          dollars(row.price_per_gram),
          String(row.density_g_cm3),
        ]),
      ],
      ['left', 'right', 'right'],
    ),
    '',
    `Stock colors: ${card.stock_colors.map(({ name }) => name).join(', ')}. Any other color, or none: ${dollars(card.off_palette_price_per_gram)} per gram.`,
    `Quality: ${card.qualities.map(({ quality, multiplier }) => `${quality} x ${multiplier}`).join(', ')}.`,
    `Discounts: ${card.quantity_discounts.map((row) => `${row.percent_off}% from ${row.from_quantity} parts`).join(', ') || 'none'}; at least ${dollars(card.minimum_per_part)} a part.`,
    `Postage: ${postages.map(postageText).join('; ')}.`,
    `Largest part: ${card.build_plate_mm.join(' x ')} mm, in some orientation.`,
  ]
}

const postageText = ({ countries, flat, free_from }: v.InferOutput<typeof postage>): string =>
  `${dollars(flat)} to ${countries.join(', ')}, free from ${dollars(free_from)}`
