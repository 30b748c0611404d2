// A parcel as the operator measured it, and what its customs declaration permits.

import { fail, ok, type Result } from '../base/result.ts'
import { terms } from '../catalog/terms.ts'
import type { CustomsDeclaration } from '../fulfillment/customs/declaration.ts'
import type { LabelFailure } from './failure.ts'

/** Lengths in centimeters. */
export type ParcelSize = {
  readonly lengthCm: number
  readonly widthCm: number
  readonly heightCm: number
}

export type MeasuredParcel = {
  /** Gross weight. */
  readonly grams: number
  /** null = not measured; some carriers then quote no rate. */
  readonly size: ParcelSize | null
}

/** USPS accepts up to 70 lb (31,751 g), UPS and FedEx up to 150 lb (68,039 g). */
export const maxParcelGrams = 68_000
/** UPS and FedEx accept up to 108 in (274 cm). */
export const maxParcelCm = 274

/**
 * Exports from the United States need a filing in the Automated Export System above this value for one Schedule B
 * number, whose first six digits are those of the HS code (15 CFR 30.37(a)). Exports to Canada need none (15 CFR 30.36).
 */
export const exportFilingCents = 250_000

/** Checks the parcel against its declaration; null for a parcel that crosses no customs border. */
export function checkParcel(
  { grams }: MeasuredParcel,
  declaration: CustomsDeclaration | null,
  country: string,
): Result<void, LabelFailure> {
  if (declaration === null) return ok(undefined)
  if (grams < declaration.netGrams) {
    return fail({ kind: 'parcel_too_light', grams: declaration.netGrams })
  }
  const needsFiling = terms().customs.postedFrom === 'US' && country !== 'CA'
  return needsFiling && highestValueCents(declaration) > exportFilingCents
    ? fail({ kind: 'export_filing_required', limitCents: exportFilingCents })
    : ok(undefined)
}

/** Returns the value of the HS code with the highest one. */
function highestValueCents({ lines }: CustomsDeclaration): number {
  const values = new Map<string, number>()
  for (const { hsCode, valueCents } of lines) {
    values.set(hsCode, (values.get(hsCode) ?? 0) + valueCents)
  }
  return Math.max(0, ...values.values())
}

/** Returns the expected weight: the billed weight of all parts, and the packaging if its weight is configured. */
export const expectedGrams = (
  lines: readonly {
    readonly options: { readonly quantity: number }
    readonly price: { readonly gramsPerPart: number }
  }[],
): number =>
  lines.reduce((sum, { options, price }) => sum + price.gramsPerPart * options.quantity, 0) +
  (terms().customs.packagingGrams ?? 0)
