// Numbers of parts by line, and the reason, as several forms of an order's page take them.

import * as v from 'valibot'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { lengthText, maxReasonCharacters } from '../../../../domain/base/text-lengths.ts'
import { maxLines } from '../../../../domain/cart/cart.ts'
import type { LineParts } from '../../../../domain/orders/refund-parts.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import {
  type PartsFieldName,
  partsField,
  type TypedParts,
} from '../../../../pages/operators/orders/parts-fields.tsx'
import type { SentFields } from '../../../contract/form-fields.ts'
import { linesSchema } from '../../orders/status-schemas.ts'

export const reasonError = `Enter a reason in ${lengthText(maxReasonCharacters)}.`

/** The fields of lines that are not empty. */
export function typedParts(name: PartsFieldName, text: SentFields): TypedParts {
  const places = Array.from({ length: maxLines }, (_, index) => index + 1)
  const typed = places.map((place) => [place, text(partsField(name, place))] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

/** The parts that were typed, or the errors by field. */
export function partsOf(
  name: PartsFieldName,
  typed: TypedParts,
): Result<readonly LineParts[], FieldErrors> {
  const lines: LineParts[] = []
  const errors = new Map<string, string>()
  for (const [place, text] of Object.entries(typed)) {
    const line = { line: Number(place), quantity: /^\d+$/.test(text) ? Number(text) : 0 }
    if (v.is(linesSchema, [line])) {
      lines.push(line)
    } else {
      errors.set(partsField(name, line.line), 'Enter a number of parts, or leave it empty.')
    }
  }
  return errors.size > 0 ? fail(Object.fromEntries(errors)) : ok(lines)
}
