// List of stored parts in the browser's database. Another release or other code of this origin may have written it, so
// each value is validated, and an invalid part is dropped.
import { fieldsOf } from '../../../domain/base/is-object.ts'
import { maxLines } from '../../../domain/cart/cart.ts'
import {
  type PartChanges,
  scaleRangePercent,
  wallRangeMm,
} from '../../../domain/measurement/part-changes.ts'
import { type LengthUnit, lengthUnits } from '../../../domain/models/format.ts'

/** Increases when the stored format changes. */
export const storedVersion = 1

export type StoredPart = {
  /** Key of the part's file. */
  readonly key: string
  readonly units: LengthUnit | null
  readonly scale: number
  readonly changes: PartChanges
  readonly fields: ReadonlyMap<string, string>
  readonly isAdded: boolean
}

export type StoredPage = {
  readonly version: number
  readonly writer: string
  readonly savedAt: number
  readonly open: number
  readonly parts: readonly StoredPart[]
}

/** Returns the list, or null if it is not one of this release. */
export function readStoredPage(value: unknown): StoredPage | null {
  const { version, writer, savedAt, open, parts } = membersOf(value)
  if (version !== storedVersion || !Array.isArray(parts)) return null
  if (typeof writer !== 'string' || typeof savedAt !== 'number') return null
  return {
    version,
    writer,
    savedAt,
    open: typeof open === 'number' && Number.isInteger(open) && open >= 0 ? open : 0,
    parts: parts.slice(0, 2 * maxLines).flatMap((part: unknown) => readStoredPart(part) ?? []),
  }
}

export function readStoredPart(value: unknown): StoredPart | null {
  const { key, units, scale, changes, fields, isAdded } = membersOf(value)
  const read = readChanges(changes)
  if (typeof key !== 'string' || !isScale(scale) || read === null) return null
  if (!isFields(fields) || typeof isAdded !== 'boolean') return null
  const unit = lengthUnits.find((one) => one === units) ?? null
  return { key, units: unit, scale, changes: read, fields, isAdded }
}

function readChanges(value: unknown): PartChanges | null {
  const { orient, wallMm } = membersOf(value)
  if (typeof orient !== 'boolean') return null
  const isWall =
    typeof wallMm === 'number' && wallMm >= wallRangeMm.min && wallMm <= wallRangeMm.max
  return wallMm === null || isWall ? { orient, wallMm } : null
}

const isScale = (value: unknown): value is number =>
  typeof value === 'number' &&
  value * 100 >= scaleRangePercent.min &&
  value * 100 <= scaleRangePercent.max

const isFields = (value: unknown): value is ReadonlyMap<string, string> =>
  value instanceof Map &&
  [...value].every(([name, text]) => typeof name === 'string' && typeof text === 'string')

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => fieldsOf(value)
