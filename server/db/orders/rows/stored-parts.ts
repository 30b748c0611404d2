// The stored form of the items of a refund by line, in `refunds.lines`.

import * as v from 'valibot'
import type { RefundedParts } from '../../../domain/orders/reversals/refund.ts'
import { type JsonColumn, jsonb, readJson } from '../../core/values/json.ts'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const stored = v.array(v.object({ line: whole, quantity: whole, of: whole, cents: whole }))

export const linesJson = (parts: RefundedParts | null): string | null =>
  parts === null ? null : jsonb(parts.lines)

/** Returns null for a refund of an amount. */
export function readParts(
  lines: unknown,
  postageCents: number,
  place: JsonColumn,
): RefundedParts | null {
  return lines === null ? null : { lines: readJson(stored, lines, place), postageCents }
}
