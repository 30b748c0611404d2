// Schema parts that several tools share: arguments with the contract's names, and parts of results.

import * as v from 'valibot'
import { keysOf } from '../../server/domain/base/keys-of.ts'
import { servedCountries } from '../../server/domain/catalog/countries.ts'
import {
  materialNames,
  qualityFactorPercent,
  qualityLayerHeightMm,
  qualityNames,
} from '../../server/domain/catalog/materials.ts'
import { defaultPrintOptions, maxColorCharacters } from '../../server/domain/catalog/options.ts'
import { orderStatusLabels } from '../../server/domain/orders/record/status.ts'
import { timeouts } from '../timeouts.ts'

export { timeouts }

export const text = (description: string) => v.pipe(v.string(), v.description(description))
export const number = (description: string) => v.pipe(v.number(), v.description(description))
export const integer = (description: string) =>
  v.pipe(v.number(), v.integer(), v.description(description))
export const flag = (description: string) => v.pipe(v.boolean(), v.description(description))
export const orNull = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(v.nullable(schema), v.description(description))

/** Counts characters as code points, like JSON Schema's maxLength. The library counts UTF-16 units. */
export function atMostCharacters(max: number): v.MaxLengthAction<string, number, string> {
  const inUnits = v.maxLength<string, number, string>(max, `must be at most ${max} characters long`)
  return {
    ...inUnits,
    '~run': (dataset, config) =>
      dataset.typed && hasAtMost(dataset.value, max) ? dataset : inUnits['~run'](dataset, config),
  }
}

/**
 * Limits the length without publishing the limit. For bounds that no sensible value reaches, because every model pays
 * for the schema's words in each conversation.
 */
export const sanelyShort = (max: number) =>
  v.check<string, string>((sent) => hasAtMost(sent, max), `must be at most ${max} characters long`)

/** Compares UTF-16 units first, so that a very long text is never split into code points. */
const hasAtMost = (value: string, max: number) =>
  value.length <= max || (value.length <= 2 * max && [...value].length <= max)

export const materialWord = v.picklist(materialNames)
export const qualityWord = v.picklist(qualityNames)
export const statusWord = v.picklist(keysOf(orderStatusLabels))

/** Argument with a closed list of words: accepts any letter case, publishes the list. `words` are lowercase. */
export function wordArgument<const T extends readonly [string, ...string[]]>(
  words: T,
): v.PicklistSchema<T, undefined> {
  const list = v.picklist(words)
  const known = (value: unknown) =>
    typeof value === 'string'
      ? (words.find((word) => word === value.toLowerCase()) ?? value)
      : value
  return {
    ...list,
    '~run': (dataset, config) => list['~run']({ ...dataset, value: known(dataset.value) }, config),
  }
}

export const materialArgument = v.pipe(
  v.optional(wordArgument(materialNames), defaultPrintOptions.material),
  v.description('Rates: list_materials.'),
)

export const qualityArgument = v.pipe(
  v.optional(wordArgument(qualityNames), defaultPrintOptions.quality),
  v.description(
    `premium: ${qualityLayerHeightMm.premium} mm layers, x${qualityFactorPercent.premium / 100}.`,
  ),
)

/** Color by name or hex value. */
export const colorText = v.pipe(v.string(), sanelyShort(maxColorCharacters))

/** Whole number within bounds. Uses `fallback` if omitted. `aboveMax` is the sentence for values above the maximum. */
export const wholeNumber = ({ min, max }: Range, fallback: number, aboveMax?: string) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(min),
      v.maxValue<number, number, string | undefined>(max, aboveMax),
    ),
    fallback,
  )

type Range = { readonly min: number; readonly max: number }

export const countryPattern = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{2}$/, 'must be a two-letter ISO country code, such as US'),
)

export const servedList = servedCountries.join(', ')

export const currency = v.pipe(v.literal('USD'), v.description('Always USD.'))

export const trackingFields = v.object({
  carrier: text('Carrier of the parcel.'),
  number: text('Tracking number.'),
  url: orNull(v.string(), "The carrier's page for the parcel, if there is one."),
  shipped_at: text('When it was handed over, ISO 8601.'),
})
