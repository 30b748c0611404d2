// Part counts by line, and the reason, for several forms of the order page.

import * as v from 'valibot'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { lengthText, maxReasonCharacters } from '../../../../domain/base/text/text-lengths.ts'
import { maxLines } from '../../../../domain/cart/cart.ts'
import type { LineParts } from '../../../../domain/orders/reversals/refund.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import {
  type PartsFieldName,
  partsField,
  type TypedParts,
} from '../../../../pages/operators/orders/parts-fields.tsx'
import { linesSchema } from '../../../contract/body-parts.ts'
import type { SentFields } from '../../../contract/form-fields.ts'

export const reasonError = `Enter a reason in ${lengthText(maxReasonCharacters)}.`

/** Returns the non-empty line fields. */
export function typedParts(name: PartsFieldName, text: SentFields): TypedParts {
  const places = Array.from({ length: maxLines }, (_, index) => index + 1)
  const typed = places.map((place) => [place, text(partsField(name, place))] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

/** Returns the typed part counts, or errors by field. */
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
