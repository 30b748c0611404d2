// The optional unit of a model file's numbers, as a form sends it.

import { fail, ok, type Result } from '../base/result.ts'
import { singleLine } from '../base/text.ts'
import type { ModelFailure } from './failure.ts'
import type { LengthUnit } from './format.ts'

/** Text fields by name, as sent. */
export type FormFields = ReadonlyMap<string, string>

/** The optional unit of the file's numbers (decisions.md 8). */
export function readUnits(fields: FormFields): Result<LengthUnit | null, ModelFailure> {
  const units = singleLine(fields.get('units') ?? '') || null
  return units === null || isUnit(units) ? ok(units) : fail({ kind: 'units_unknown' })
}

const isUnit = (word: string): word is LengthUnit => ['mm', 'cm', 'm', 'in'].includes(word)
