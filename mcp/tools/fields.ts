// Schema words that several tools share: arguments as the contract names them, and pieces of answers.

import * as v from 'valibot'
import { keysOf } from '../../server/domain/base/keys-of.ts'
import { servedCountries } from '../../server/domain/catalog/countries.ts'
import { materials, qualityFactorPercent } from '../../server/domain/catalog/materials.ts'
import type { Material, Quality } from '../../server/domain/catalog/options.ts'
import { orderStatusLabels } from '../../server/domain/orders/status.ts'
import { timeouts } from '../timeouts.ts'

export { timeouts }

export const text = (description: string) => v.pipe(v.string(), v.description(description))
export const number = (description: string) => v.pipe(v.number(), v.description(description))
export const integer = (description: string) =>
  v.pipe(v.number(), v.integer(), v.description(description))
export const flag = (description: string) => v.pipe(v.boolean(), v.description(description))
export const orNull = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(v.nullable(schema), v.description(description))

/** Characters are code points, as in JSON Schema's maxLength; the library counts UTF-16 units. */
export function atMostCharacters(most: number): v.MaxLengthAction<string, number, string> {
  const inUnits = v.maxLength<string, number, string>(
    most,
    `must be at most ${most} characters long`,
  )
  return {
    ...inUnits,
    '~run': (dataset, config) =>
      dataset.typed && holdsAtMost(dataset.value, most)
        ? dataset
        : inUnits['~run'](dataset, config),
  }
}

/** Units are counted first: a hostile text is not taken apart. */
const holdsAtMost = (text: string, most: number) =>
  text.length <= most || (text.length <= 2 * most && [...text].length <= most)

const materialNames = keysOf<Material>(materials)
const qualityNames = keysOf<Quality>(qualityFactorPercent)

export const materialWord = v.picklist(materialNames)
export const qualityWord = v.picklist(qualityNames)
export const statusWord = v.picklist(keysOf(orderStatusLabels))

/** A closed list of words as an argument: read in any letter case, published as the list. `words` are lowercase. */
export function wordArgument<const T extends string>(
  words: readonly T[],
): v.PicklistSchema<readonly T[], undefined> {
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
  v.optional(wordArgument(materialNames), 'pla'),
  v.description('Material to print in. pla when omitted; list_materials has the rate of each.'),
)

export const qualityArgument = v.pipe(
  v.optional(wordArgument(qualityNames), 'standard'),
  v.description('standard, or premium at 1.75 times the rate. standard when omitted.'),
)

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
