// JSON in jsonb columns: written as text that PostgreSQL accepts, and parsed when it is read, because the database checks no
// shape and rows outlive the release that wrote them.
import * as v from 'valibot'
import { keysOf } from '../../domain/base/keys-of.ts'
import type { Log } from '../../domain/base/ports.ts'

/** PostgreSQL takes neither NUL nor unpaired surrogates, and texts of vendors may hold both: they are left out or replaced. */
export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}

/** Where a value is stored; `id` = the primary key of its row. */
export type JsonColumn = { readonly table: string; readonly column: string; readonly id: string }

/**
 * A stored value of a shape that this release does not know: damaged, or written by a newer release. The message names the row
 * and the path within the value, and holds nothing of the value itself.
 */
export class UnreadableColumn extends Error {
  override readonly name = 'UnreadableColumn'
  constructor({ table, column, id }: JsonColumn, issue: v.BaseIssue<unknown>) {
    const path = v.getDotPath(issue)
    const where = path === null ? '' : ` at ${path}`
    super(`${table}.${column} of ${id} has an unknown shape${where}`)
  }
}

/** Throws UnreadableColumn: the request ends in a 500, and the log names the row. */
export function readJson<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  place: JsonColumn,
): T {
  const parsed = v.safeParse(schema, value, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw new UnreadableColumn(place, parsed.issues[0])
}

/** For rows of a list and for caches: the fallback instead of an exception, with a line in the log. */
export function recover<T>(log: Pick<Log, 'error'>, read: () => T, fallback: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableColumn)) throw error
    log.error('database.column_unreadable', { error })
    return fallback()
  }
}

/** One word of a union. The table must name each member once, so a union that grows does not compile until this does. */
export const oneOf = <T extends string>(members: Readonly<Record<T, true>>) =>
  v.picklist(keysOf(members))
