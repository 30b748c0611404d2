// JSON in jsonb columns: written as text that PostgreSQL accepts, and parsed when it is read, because the database does not
// validate it and rows outlive the release that wrote them.
import * as v from 'valibot'
import { keysOf } from '../../../domain/base/keys-of.ts'
import type { Log } from '../../../domain/base/ports.ts'

/**
 * Serializes a value for a jsonb column. PostgreSQL accepts neither NUL nor unpaired surrogates, and vendors' texts may contain both: NUL
 * is removed, and surrogates are replaced.
 */
export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}

/** Where a value is stored. `id` is the primary key of its row. */
export type JsonColumn = { readonly table: string; readonly column: string; readonly id: string }

/**
 * A stored value of a shape that this release does not know: the value is damaged, or a newer release wrote it. The message names the row
 * and the path within the value, and contains no part of the value itself.
 */
export class UnreadableColumn extends Error {
  override readonly name = 'UnreadableColumn'
  constructor({ table, column, id }: JsonColumn, issue: v.BaseIssue<unknown>) {
    const path = v.getDotPath(issue)
    const where = path === null ? '' : ` at ${path}`
    super(`${table}.${column} of ${id} has an unknown shape${where}`)
  }
}

/** Parses a stored value. Throws UnreadableColumn, which ends the request in a 500 and names the row in the log. */
export function readJson<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  place: JsonColumn,
): T {
  const parsed = v.safeParse(schema, value, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw new UnreadableColumn(place, parsed.issues[0])
}

/** Returns the fallback and logs an error when `read` throws UnreadableColumn. For rows of a list and for caches. */
export function recover<T>(log: Pick<Log, 'error'>, read: () => T, fallback: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableColumn)) throw error
    log.error('database.column_unreadable', { error })
    return fallback()
  }
}

/** Schema for one word of a union. The table must name every member, so that adding a member to the union breaks the build here. */
export const oneOf = <T extends string>(members: Readonly<Record<T, true>>) =>
  v.picklist(keysOf(members))
