// Prices in texts that are created once, such as the descriptions of API fields and agent tools. The text contains
// a placeholder, which is replaced by the amount under the terms in force whenever the text is shown.

import { isObject } from '../base/is-object.ts'
import { keysOf } from '../base/keys-of.ts'
import {
  domesticCountry,
  domesticPostage,
  internationalPostage,
  ownPostages,
} from '../catalog/countries.ts'
import { customColorRateText } from './custom-color.ts'
import { dollarsOfCents } from './dollars.ts'
import { bulkThresholds } from './subtotal.ts'

const words = {
  customColorRate: customColorRateText,
  discountQuantities: () =>
    bulkThresholds().length === 0 ? 'none' : bulkThresholds().join(' and '),
  flatDomesticPostage: () => String(dollarsOfCents(domesticPostage().flatCents)),
  postageSizes: () =>
    [
      `${dollarsOfCents(domesticPostage().flatCents)} or 0 in the ${domesticCountry}`,
      ...ownPostages().map(
        ([country, { flatCents }]) => `${dollarsOfCents(flatCents)} or 0 to ${country}`,
      ),
      `${dollarsOfCents(internationalPostage().flatCents)} or 0 elsewhere`,
    ].join(', '),
} as const satisfies Record<string, () => string>

/** Returns the placeholder of an amount. */
export const priceWord = (name: keyof typeof words): string => `{{${name}}}`

const marks = keysOf(words).map((name) => [priceWord(name), words[name]] as const)

/** Replaces the placeholders in the text with the amounts under the terms in force. */
export const withPriceWords = (text: string): string =>
  marks.reduce(
    (filled, [mark, amount]) =>
      filled.includes(mark) ? filled.replaceAll(mark, () => amount()) : filled,
    text,
  )

/** Returns a copy of plain JSON with the amounts in place of the placeholders in its texts. */
export function jsonWithPriceWords<T>(value: T): T {
  const copy = structuredClone(value)
  fillTexts(copy)
  return copy
}

function fillTexts(node: unknown): void {
  if (!isObject(node)) return
  for (const [key, each] of Object.entries(node)) {
    if (typeof each === 'string') {
      node[key] = withPriceWords(each)
    } else {
      fillTexts(each)
    }
  }
}
