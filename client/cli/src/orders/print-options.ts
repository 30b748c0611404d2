// Print settings that svc quote and svc order share.

import { unitsOption } from '../models/units.ts'
import { quoteHours } from '../service/service-limits.ts'
import { type Arguments, type OptionSpec, readNumberOr } from '../terminal/options.ts'

export const materials = ['pla', 'petg', 'abs', 'asa', 'tpu'] as const
export const qualities = ['standard', 'premium'] as const
/** Number of parts. */
export const quantityRange = { min: 1, max: 50 } as const
/** In percent. */
export const infillRange = { min: 10, max: 100 } as const
/** Layer height in percent of the nozzle diameter. */
export const layerHeightPercentRange = { min: 20, max: 75 } as const
/** In millimeters. */
export const nozzles = [0.2, 0.4, 0.6, 0.8] as const
export const flows = ['standard', 'high'] as const

export type PrintOptions = {
  readonly material: (typeof materials)[number]
  readonly quality: (typeof qualities)[number]
  /** undefined is billed at the rate of other colors. */
  readonly color: string | undefined
  readonly quantity: number
  /** In percent. */
  readonly infill: number
  /** Millimeters, millimeters, and a word. undefined unless one of the three is given. */
  readonly machine:
    | {
        readonly layerHeight: number
        readonly nozzle: (typeof nozzles)[number]
        readonly flow: (typeof flows)[number]
      }
    | undefined
}

const rangeText = ({ min, max }: { readonly min: number; readonly max: number }) =>
  `${min} to ${max}`

export const printOptions: readonly OptionSpec[] = [
  { name: 'material', value: 'NAME', choices: materials, description: 'pla unless given.' },
  {
    name: 'color',
    value: 'COLOR',
    description:
      'A stock color (svc materials) or a hex value. Without one the higher rate for other colors is billed.',
  },
  { name: 'quality', value: 'NAME', choices: qualities, description: 'standard unless given.' },
  {
    name: 'quantity',
    value: 'N',
    range: { ...quantityRange, whole: true },
    description: `Number of equal parts, ${rangeText(quantityRange)}.`,
  },
  {
    name: 'infill',
    value: 'PERCENT',
    range: { ...infillRange, whole: true },
    description: `${rangeText(infillRange)}; 20 unless given.`,
  },
  {
    name: 'layer-height',
    value: 'MM',
    range: { min: 0.04, max: 0.6 },
    description: `${rangeText(layerHeightPercentRange)} % of the nozzle; 0.2 unless given. See "Prices" below.`,
  },
  {
    name: 'nozzle',
    value: 'MM',
    choices: nozzles.map(String),
    description: '0.4 unless given. See "Prices" below.',
  },
  {
    name: 'flow',
    value: 'NAME',
    choices: flows,
    description: 'Flow of the nozzle, standard unless given. See "Prices" below.',
  },
  unitsOption,
  {
    name: 'country',
    value: 'CODE',
    description: 'Two letters; US unless given. The price holds for this country only.',
  },
]

/** Explains why the same command shows two kinds of prices. */
export const pricesHelp = [
  `Prices: the model is sliced and its price is held for ${quoteHours} hours; an order of the quote charges exactly that.`,
  'A quote knows no --layer-height, --nozzle or --flow. With one of these the price is the one for an order by volume,',
  'computed by the service at that moment and not held: it may be lower or higher than the one for a quote.',
]

export function readPrintOptions(args: Arguments): PrintOptions {
  const isMachineGiven = ['layer-height', 'nozzle', 'flow'].some(args.has)
  return {
    material: materials.find((name) => name === args.text('material')) ?? 'pla',
    quality: qualities.find((name) => name === args.text('quality')) ?? 'standard',
    color: args.text('color'),
    quantity: readNumberOr(args, 'quantity', 1),
    infill: readNumberOr(args, 'infill', 20),
    machine: isMachineGiven
      ? {
          layerHeight: readNumberOr(args, 'layer-height', 0.2),
          nozzle: nozzles.find((size) => size === args.number('nozzle')) ?? 0.4,
          flow: flows.find((name) => name === args.text('flow')) ?? 'standard',
        }
      : undefined,
  }
}
