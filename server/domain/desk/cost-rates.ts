// The farm's printing costs from the configuration, in cents: per kilogram of filament, per printer hour and per
// parcel.
import { domesticCountry } from '../catalog/countries.ts'
import { isMaterial, materialNames } from '../catalog/materials.ts'
import type { Material } from '../catalog/options.ts'
import { contractTerms } from '../catalog/terms.ts'

const { postage: contractPostage } = contractTerms

export type CostRates = {
  readonly filamentCentsPerKg: Readonly<Record<Material, number>>
  /** Wear, electricity and maintenance of one printer. */
  readonly printerHourCents: number
  /** A parcel including packaging. */
  readonly postageCents: { readonly domestic: number; readonly abroad: number }
}

/** Prices of spools of common brands. Parcel costs equal the contract's postage. */
export const defaultCosts: CostRates = {
  filamentCentsPerKg: { pla: 2_000, petg: 2_000, abs: 2_000, asa: 2_500, tpu: 3_000 },
  printerHourCents: 50,
  postageCents: {
    domestic: contractPostage.domestic.flatCents,
    abroad: contractPostage.international.flatCents,
  },
}

/** The default costs in the format of the setting: `pla:2000,petg:2000`. */
export const filamentCostText = materialNames
  .map((material) => `${material}:${defaultCosts.filamentCentsPerKg[material]}`)
  .join(',')

/** Parses `pla:2000` into a material and its cents per kilogram; null for anything else. */
export function parseFilamentCost(entry: string): readonly [Material, number] | null {
  const [material = '', cents = '', ...rest] = entry.split(':')
  if (!isMaterial(material) || !/^\d{1,6}$/.test(cents) || rest.length > 0) return null
  return [material, Number(cents)]
}

/** Returns the costs with defaults for materials that are not listed. */
export const filamentCosts = (entries: readonly string[]): CostRates['filamentCentsPerKg'] => ({
  ...defaultCosts.filamentCentsPerKg,
  ...Object.fromEntries(entries.map(parseFilamentCost).filter((cost) => cost !== null)),
})

export const parcelCents = ({ postageCents }: CostRates, country: string): number =>
  country === domesticCountry ? postageCents.domestic : postageCents.abroad
