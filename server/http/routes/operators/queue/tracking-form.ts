// The tracking form of a bulk action: pasted lines and fields by order become parcels, or sentences on what is wrong.
import * as v from 'valibot'
import type { BulkAction } from '../../../../domain/fulfillment/bulk-action.ts'
import {
  type ParcelEntry,
  parseTrackingLines,
} from '../../../../domain/fulfillment/tracking-lines.ts'
import type { TrackingFormView } from '../../../../pages/operators/queue/tracking-form.tsx'
import { trackingSchema } from '../../orders/status-schemas.ts'

export type ReadTracking = {
  readonly form: TrackingFormView
  readonly parcels: readonly ParcelEntry[]
  readonly withoutTracking: boolean
}

type Typed = {
  readonly code: string
  readonly carrier: string
  readonly number: string
  readonly url: string
}

/** A pasted line replaces what stands in the fields of its order. */
export function readTrackingForm(fields: URLSearchParams, action: BulkAction): ReadTracking {
  const lines = fields.get('lines') ?? ''
  const carrier = (fields.get('carrier') ?? '').trim()
  const withoutTracking = fields.get('withoutTracking') === '1'
  const codes = action.orders.filter(({ outcome }) => outcome === null).map(({ code }) => code)
  const pasted = parseTrackingLines(lines, { codes: new Set(codes), carrier })
  const rows = new Map(codes.map((code) => [code, rowOf(fields, code)]))
  const typed = new Map<string, Typed>()
  for (const [code, row] of rows) {
    if (row.carrier !== '' || row.number !== '') typed.set(code, { code, ...row, url: '' })
  }
  for (const parcel of pasted.parcels) typed.set(parcel.code, parcel)
  const parcels: ParcelEntry[] = []
  const problems = [...pasted.problems]
  for (const entry of typed.values()) {
    const parcel = parcelOf(entry)
    if (typeof parcel === 'string') problems.push(parcel)
    else parcels.push(parcel)
  }
  return {
    form: { lines, carrier, rows, withoutTracking, problems: firstOf(problems) },
    parcels,
    withoutTracking,
  }
}

const rowOf = (fields: URLSearchParams, code: string) => ({
  carrier: (fields.get(`carrier.${code}`) ?? '').trim(),
  number: (fields.get(`number.${code}`) ?? '').trim(),
})

function parcelOf({ code, carrier, number, url }: Typed): ParcelEntry | string {
  const parsed = v.safeParse(trackingSchema, { carrier, number, url: url === '' ? null : url })
  if (parsed.success) return { code, ...parsed.output }
  if (carrier === '' || number === '') return `${code} needs a carrier and a number.`
  return url === ''
    ? `${code}: carrier and number have at most 100 characters each.`
    : `${code}: the link must begin with https:// or http:// and have at most 500 characters.`
}

const maxProblems = 10

function firstOf(problems: readonly string[]): readonly string[] {
  const rest = problems.length - maxProblems
  return rest > 0 ? [...problems.slice(0, maxProblems), `And ${rest} more.`] : problems
}
