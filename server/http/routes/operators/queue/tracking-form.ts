// Tracking form of a bulk action: turns pasted lines and per-order fields into parcels, or into error sentences.
import * as v from 'valibot'
import type { BulkAction } from '../../../../domain/fulfillment/bulk-action.ts'
import {
  incompleteTracking,
  type ParcelEntry,
  parseTrackingLines,
} from '../../../../domain/fulfillment/tracking-lines.ts'
import type { Order } from '../../../../domain/orders/record/order.ts'
import { trackingLengths } from '../../../../domain/orders/record/tracking.ts'
import type { TrackingFormView } from '../../../../pages/operators/queue/tracking-form.tsx'
import { trackingSchema } from '../../../contract/body-parts.ts'

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

/**
 * Reads the form. A pasted line replaces the fields of its order. `orders` has the current orders of the action by
 * code. An unchanged row keeps its saved link.
 */
export function readTrackingForm(
  fields: URLSearchParams,
  action: BulkAction,
  orders: ReadonlyMap<string, Pick<Order, 'enteredTracking'>>,
): ReadTracking {
  const lines = fields.get('lines') ?? ''
  const carrier = (fields.get('carrier') ?? '').trim()
  const withoutTracking = fields.get('withoutTracking') === '1'
  // After the confirmation, `remaining` has all orders of the action: a repeated request lists the orders that it
  // shipped.
  const remaining = action.orders.filter(
    ({ outcome }) => outcome === null || action.confirmedAt !== null,
  )
  const codes = remaining.map(({ code }) => code)
  const pasted = parseTrackingLines(lines, { codes: new Set(codes), carrier })
  const rows = new Map(codes.map((code) => [code, rowOf(fields, code)]))
  const parcels: ParcelEntry[] = []
  const lineProblems = [...pasted.problems]
  const rowErrors: Record<string, string> = {}
  for (const entry of pasted.parcels) {
    const parcel = parcelOf(entry)
    if (typeof parcel === 'string') {
      lineProblems.push(parcel)
    } else {
      parcels.push(parcel)
    }
  }
  const isPasted = new Set(pasted.parcels.map(({ code }) => code))
  for (const { code, tracking } of remaining) {
    const row = rows.get(code)
    if (row === undefined || isPasted.has(code) || (row.carrier === '' && row.number === '')) {
      continue
    }
    const saved = tracking ?? orders.get(code)?.enteredTracking ?? null
    const isSaved = saved?.carrier === row.carrier && saved.number === row.number
    const parcel = parcelOf({ code, ...row, url: isSaved ? (saved.url ?? '') : '' })
    if (typeof parcel === 'string') {
      rowErrors[wrongFieldOf(code, row)] = parcel
    } else {
      parcels.push(parcel)
    }
  }
  const errors = {
    ...(lineProblems.length > 0 && { lines: firstOf(lineProblems).join(' ') }),
    ...rowErrors,
  }
  return { form: { lines, carrier, rows, withoutTracking, errors }, parcels, withoutTracking }
}

/** Whether the form repeats the values with which the action was confirmed. */
export function isSavedTracking(
  { parcels, withoutTracking }: Pick<ReadTracking, 'parcels' | 'withoutTracking'>,
  action: BulkAction,
): boolean {
  const saved = new Map(
    action.orders.flatMap(({ code, tracking }) => (tracking === null ? [] : [[code, tracking]])),
  )
  return (
    withoutTracking === action.withoutTracking &&
    parcels.length === saved.size &&
    parcels.every(({ code, carrier, number, url }) => {
      const before = saved.get(code)
      return before?.carrier === carrier && before.number === number && before.url === (url ?? null)
    })
  )
}

type Row = Pick<Typed, 'carrier' | 'number'>

const wrongFieldOf = (code: string, { carrier, number }: Row): string =>
  carrier === '' || (number !== '' && !v.is(trackingSchema.entries.carrier, carrier))
    ? `carrier.${code}`
    : `number.${code}`

const rowOf = (fields: URLSearchParams, code: string): Row => ({
  carrier: (fields.get(`carrier.${code}`) ?? '').trim(),
  number: (fields.get(`number.${code}`) ?? '').trim(),
})

function parcelOf({ code, carrier, number, url }: Typed): ParcelEntry | string {
  const parsed = v.safeParse(trackingSchema, { carrier, number, url: url === '' ? null : url })
  if (parsed.success) return { code, ...parsed.output }
  if (carrier === '' || number === '') return incompleteTracking(code)
  return url === ''
    ? `${code}: carrier and number have at most ${trackingLengths.text} characters each.`
    : `${code}: the link must begin with https:// or http:// and have at most ${trackingLengths.url} characters.`
}

const maxProblems = 10

function firstOf(problems: readonly string[]): readonly string[] {
  const rest = problems.length - maxProblems
  return rest > 0 ? [...problems.slice(0, maxProblems), `And ${rest} more.`] : problems
}
