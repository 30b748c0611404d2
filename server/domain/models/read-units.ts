// The optional unit of a model file's numbers in a form (decisions.md 8).

import { fail, ok, type Result } from '../base/result.ts'
import { isInvisible, singleLine } from '../base/text/text.ts'
import type { ModelFailure } from './failure.ts'
import { type LengthUnit, lengthUnits } from './format.ts'

/** Text fields by name, as sent. */
export type FormFields = ReadonlyMap<string, string>

/** The field names of a form with only a model. */
export const uploadNames = ['file', 'units'] as const

/** Returns null if the field is blank or absent. */
export function readUnits(fields: FormFields): Result<LengthUnit | null, ModelFailure> {
  const text = singleLine(fields.get('units') ?? '')
  if (isInvisible(text)) return ok(null)
  const units = lengthUnits.find((unit) => unit === text)
  return units === undefined ? fail({ kind: 'units_unknown' }) : ok(units)
}
