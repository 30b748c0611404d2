// The stored decision about a part's supports: in `supports` of orders and their lines, and in the measurement of quotes.
import * as v from 'valibot'
import type { PartSupports } from '../../../domain/measurement/supports.ts'
import { type JsonColumn, jsonb, oneOf, readJson } from '../../core/values/json.ts'

export const storedSupports: v.GenericSchema<unknown, PartSupports> = v.object({
  decision: oneOf<PartSupports['decision']>({ none: true, turn: true, supports: true }),
  filamentCm3: v.nullable(v.number()),
  seconds: v.nullable(v.number()),
  unsupportedMm2: v.nullable(v.number()),
  turnedMm: v.nullable(v.tuple([v.number(), v.number(), v.number()])),
})

export const supportsJson = (supports: PartSupports | null | undefined): string | null =>
  supports == null ? null : jsonb(supports)

/** Parses the decision. Throws UnreadableColumn when it has an unknown shape. */
export const supportsOfRow = (
  value: unknown,
  place: Pick<JsonColumn, 'table' | 'id'>,
): PartSupports | null =>
  value === null ? null : readJson(storedSupports, value, { ...place, column: 'supports' })
