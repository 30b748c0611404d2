// Describes the differences between two sets of terms in sentences.
import { internationalCountries } from '../catalog/countries.ts'
import { materialNames } from '../catalog/materials.ts'
import type { Postage, Terms } from '../catalog/terms.ts'
import { formatDollars } from '../pricing/dollars.ts'
import { discountSteps } from '../pricing/subtotal.ts'

/** Returns one sentence per difference; empty if the terms are equal. */
export function changesOf(before: Terms, after: Terms): readonly string[] {
  const changes: string[] = []
  const note = (what: string, from: string, to: string) => {
    if (from !== to) changes.push(`${what}: ${from} to ${to}.`)
  }
  for (const name of materialNames) {
    const [from, to] = [before.materials[name], after.materials[name]]
    note(`${name.toUpperCase()} per gram`, dollars(from.centsPerGram), dollars(to.centsPerGram))
    note(`Density of ${name.toUpperCase()}`, density(from), density(to))
  }
  note(
    'Color not in stock, per gram',
    dollars(before.customColorCentsPerGram),
    dollars(after.customColorCentsPerGram),
  )
  note('Minimum per part', dollars(before.minimumCentsPerPart), dollars(after.minimumCentsPerPart))
  note('Quantity discounts', discounts(before), discounts(after))
  note('Postage within the US', postage(before.postage.domestic), postage(after.postage.domestic))
  note(
    'Postage abroad',
    postage(before.postage.international),
    postage(after.postage.international),
  )
  for (const country of internationalCountries) {
    note(
      `Postage to ${country}`,
      ownPostage(before.postage.countries[country]),
      ownPostage(after.postage.countries[country]),
    )
  }
  note('Open on', joinDays(before.opening.weekdays), joinDays(after.opening.weekdays))
  note('Closed on', joinDays(before.opening.closedDays), joinDays(after.opening.closedDays))
  const [old, own] = [before.customs, after.customs]
  note('Parcels are posted from', old.postedFrom, own.postedFrom)
  note('Country of origin', old.originCountry, own.originCountry)
  for (const name of materialNames) {
    note(`HS code of ${name.toUpperCase()}`, old.hsCodes[name], own.hsCodes[name])
  }
  note('Packaging of a parcel', grams(old.packagingGrams), grams(own.packagingGrams))
  note('Special drawing right', dollars(old.sdrCents), dollars(own.sdrCents))
  return changes
}

const grams = (weight: number | null): string => (weight === null ? 'not set' : `${weight} g`)

const joinDays = (days: readonly string[]): string => (days.length === 0 ? 'none' : days.join(', '))

const dollars = (cents: number): string => formatDollars(cents)

const density = ({ densityHundredths }: { readonly densityHundredths: number }): string =>
  `${densityHundredths / 100} g/cm³`

const discounts = (terms: Terms): string =>
  terms.discounts.length === 0 ? 'none' : discountSteps(terms).join(', ')

const postage = ({ flatCents, freeFromCents }: Postage): string =>
  `${dollars(flatCents)}, free from ${dollars(freeFromCents)}`

const ownPostage = (own: Postage | undefined): string =>
  own === undefined ? 'as abroad' : postage(own)
