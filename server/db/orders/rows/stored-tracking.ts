// The stored form of tracking, in `tracking` and `from_tracking` columns.
import * as v from 'valibot'
import type { EnteredTracking } from '../../../domain/orders/record/tracking.ts'
import { type JsonColumn, jsonb, readJson } from '../../core/values/json.ts'

const stored = v.object({
  carrier: v.string(),
  number: v.string(),
  url: v.nullable(v.string()),
  /** ISO 8601. Null while the order is not shipped. */
  shippedAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
})

export const storedTracking = (tracking: EnteredTracking | null): string | null =>
  tracking === null ? null : jsonb(tracking)

export function readTracking(value: unknown, place: JsonColumn): EnteredTracking | null {
  if (value === null) return null
  const { shippedAt, ...parcel } = readJson(stored, value, place)
  return { ...parcel, shippedAt: shippedAt === null ? null : new Date(shippedAt) }
}
