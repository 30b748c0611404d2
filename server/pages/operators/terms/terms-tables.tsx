// Terms as tables: rates and densities of the materials, postage, and other terms.
import { internationalCountries } from '../../../domain/catalog/countries.ts'
import { materialNames } from '../../../domain/catalog/materials.ts'
import type { Postage, Terms } from '../../../domain/catalog/terms.ts'
import { discountSteps } from '../../../domain/pricing/subtotal.ts'
import { DataTable } from '../../../html/data-table.tsx'
import { money } from '../../base/money.ts'
import { countryName } from '../../quotes/price/countries.ts'

export function TermsTables({ terms }: { terms: Terms }) {
  const { materials, postage, discounts, customs } = terms
  const parcels: readonly (readonly [string, Postage])[] = [
    ['United States', postage.domestic],
    ...internationalCountries.flatMap((country) => {
      const own = postage.countries[country]
      return own === undefined ? [] : [[countryName(country), own] as const]
    }),
    ['Other countries', postage.international],
  ]
  return (
    <>
      <dl class="facts">
        <dt>Color not in stock</dt>
        <dd>
          {money(terms.customColorCentsPerGram)} per gram, or the material’s rate where higher
        </dd>
        <dt>Minimum per part</dt>
        <dd>{money(terms.minimumCentsPerPart)}</dd>
        <dt>Discounts</dt>
        <dd>{discounts.length === 0 ? 'none' : discountSteps(terms, 'parts').join(', ')}</dd>
        <dt>Parcels are posted from</dt>
        <dd>{countryName(customs.postedFrom)}</dd>
        <dt>Country of origin</dt>
        <dd>{countryName(customs.originCountry)}</dd>
        <dt>Packaging</dt>
        <dd>{customs.packagingGrams === null ? 'not set' : `${customs.packagingGrams} g`}</dd>
        <dt>Special drawing right</dt>
        <dd>{money(customs.sdrCents)}</dd>
      </dl>
      <div class="beside">
        <DataTable
          caption="Rate and density of each material"
          rows={materialNames}
          empty=""
          columns={[
            { label: 'Material', text: (name) => name.toUpperCase() },
            {
              label: 'Per gram',
              kind: 'number',
              text: (name) => money(materials[name].centsPerGram),
            },
            {
              label: 'Density, g/cm³',
              kind: 'number',
              text: (name) => String(materials[name].densityHundredths / 100),
            },
            { label: 'HS code', kind: 'number', text: (name) => customs.hsCodes[name] },
          ]}
        />
        <DataTable
          caption="Postage by country"
          rows={parcels}
          empty=""
          columns={[
            { label: 'To', text: ([name]) => name },
            { label: 'Parcel', kind: 'number', text: ([, { flatCents }]) => money(flatCents) },
            {
              label: 'Free from',
              kind: 'number',
              text: ([, { freeFromCents }]) => money(freeFromCents),
            },
          ]}
        />
      </div>
    </>
  )
}
