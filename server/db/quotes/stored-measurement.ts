// The stored form of a quote's measurement.
import * as v from 'valibot'
import { fileUnits } from '../../domain/models/format.ts'
import type { QuoteMeasurement } from '../../domain/quotes/quote.ts'
import { type JsonColumn, oneOf, readJson } from '../core/values/json.ts'
import { storedSupports } from '../orders/rows/stored-supports.ts'

const stored: v.GenericSchema<unknown, QuoteMeasurement> = v.object({
  source: oneOf<QuoteMeasurement['source']>({ slicer: true, geometry: true, sliced_file: true }),
  dimensionsMm: v.tuple([v.number(), v.number(), v.number()]),
  /** Absent in the first quotes. */
  unit: v.optional(v.nullable(v.picklist(fileUnits)), null),
  volumeCm3: v.nullable(v.number()),
  grams: v.number(),
  hours: v.number(),
  layers: v.nullable(v.number()),
  marginPercent: v.nullable(v.number()),
  warnings: v.array(v.string()),
  /** Absent in quotes of the previous release, which were measured without supports. */
  supports: v.optional(v.nullable(storedSupports), null),
})

export const readQuoteMeasurement = (value: unknown, place: JsonColumn): QuoteMeasurement =>
  readJson(stored, value, place)
