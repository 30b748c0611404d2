// Discounts and postage under the current terms, in words.
import {
  domesticPostage,
  flatCountries,
  internationalPostage,
  ownPostages,
} from '../../domain/catalog/countries.ts'
import { type Postage, terms } from '../../domain/catalog/terms.ts'
import { discountSteps } from '../../domain/pricing/subtotal.ts'
import { english, type Words } from '../languages/words.ts'

/** Returns text such as `5% off from 5 parts, 10% from 10.`, or '' without a discount. */
export function discountsText(words: Words): string {
  const steps = terms().discounts.map(({ fromQuantity, percent }, index) =>
    words.text(index === 0 ? 'terms.firstDiscount' : 'terms.nextDiscount', {
      percent: words.number(percent),
      quantity: words.number(fromQuantity),
    }),
  )
  return steps.length === 0 ? '' : `${steps.join(', ')}.`
}

/** Returns text such as `5% from 5 copies and 10% from 10 copies`, or null without a discount. */
export function discountList(unit: string): string | null {
  const steps = discountSteps(terms(), unit)
  return steps.length === 0 ? null : english.list(steps)
}

/** Returns text such as `$7 within the US (free from $50), Canada: $15 (free from $80), $30 to other countries (free from $500)`. */
export function postageTerms(words: Words): string {
  const [home, abroad] = [domesticPostage(), internationalPostage()]
  const others = ownPostages().length === 0 ? 'terms.abroad' : 'terms.toOthers'
  return [
    postageTo(words, words.text('terms.within'), home),
    ...ownPostages().map(([country, own]) => countryPostage(words, words.country(country), own)),
    ...(flatCountries().length === 0 ? [] : [postageTo(words, words.text(others), abroad)]),
  ].join(', ')
}

const postageTo = (words: Words, where: string, postage: Postage): string =>
  isFree(postage)
    ? words.text('terms.postageFree', { where })
    : words.text('terms.postage', { where, ...amountsOf(words, postage) })

/** A country's name stands alone, because its article and preposition depend on the name ("in die Niederlande", "au Canada"). */
const countryPostage = (words: Words, country: string, postage: Postage): string =>
  isFree(postage)
    ? words.text('terms.countryFree', { country })
    : words.text('terms.countryPostage', { country, ...amountsOf(words, postage) })

const isFree = ({ flatCents, freeFromCents }: Postage): boolean =>
  flatCents === 0 || freeFromCents === 0

const amountsOf = (words: Words, { flatCents, freeFromCents }: Postage) => ({
  amount: words.shortMoney(flatCents),
  free: words.shortMoney(freeFromCents),
})
