// What printing costs the farm, from the configuration: cents for a kilogram of filament, an hour of a printer and a parcel.
import { domesticCountry, domesticPostage, internationalPostage } from '../catalog/countries.ts'
import { isMaterial, materialNames } from '../catalog/materials.ts'
import type { Material } from '../catalog/options.ts'

export type CostRates = {
  readonly filamentCentsPerKg: Readonly<Record<Material, number>>
  /** One printer's wear, electricity and upkeep. */
  readonly printerHourCents: number
  /** A parcel with its packing. */
  readonly postageCents: { readonly domestic: number; readonly abroad: number }
}

/** Those of spools from common brands; parcels cost what customers pay for them. */
export const defaultCosts: CostRates = {
  filamentCentsPerKg: { pla: 2_000, petg: 2_000, abs: 2_000, asa: 2_500, tpu: 3_000 },
  printerHourCents: 50,
  postageCents: { domestic: domesticPostage.flatCents, abroad: internationalPostage.flatCents },
}

/** The default costs in the form of the setting: `pla:2000,petg:2000`. */
export const filamentCostText = materialNames
  .map((material) => `${material}:${defaultCosts.filamentCentsPerKg[material]}`)
  .join(',')

/** pla:2000 -> a material and its cents per kilogram; null for anything else. */
export function parseFilamentCost(entry: string): readonly [Material, number] | null {
  const [material = '', cents = '', ...rest] = entry.split(':')
  if (!isMaterial(material) || !/^\d{1,6}$/.test(cents) || rest.length > 0) return null
  return [material, Number(cents)]
}

/** Materials that are not named keep their default. */
export const filamentCosts = (entries: readonly string[]): CostRates['filamentCentsPerKg'] => ({
  ...defaultCosts.filamentCentsPerKg,
  ...Object.fromEntries(entries.map(parseFilamentCost).filter((cost) => cost !== null)),
})

export const parcelCents = ({ postageCents }: CostRates, country: string): number =>
  country === domesticCountry ? postageCents.domestic : postageCents.abroad
