// Rows of statements written in SQL, checked when they are read: Kysely knows the columns of its own queries, but accepts any declared type
// for raw SQL. A sum of bigints, for example, arrives as text, and a sum of no rows as null.
import type { RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { Db, Tx } from './connect.ts'

/** Thrown when rows of a statement do not have the declared shape. The message names the column and contains no value. */
class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow'
  constructor(issue: v.BaseIssue<unknown>) {
    super(`the rows of a statement have an unknown shape at ${v.getDotPath(issue) ?? 'the row'}`)
  }
}

/** An amount in cents, or a count. Throws for a number that arrived as text. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger())

/** An id, with its brand. Expects the id to have the form that the database checks. */
export const idOf = <Id extends string>(brand: (text: string) => Id) =>
  v.pipe(v.string(), v.transform(brand))

/** Runs the statement and returns its rows. Throws UnreadableRow. */
export async function readRows<Row>(
  db: Db | Tx,
  schema: v.GenericSchema<unknown, Row>,
  statement: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await statement.execute(db)
  const parsed = v.safeParse(v.array(schema), rows, { abortEarly: true })
  if (parsed.success) return parsed.output
  throw new UnreadableRow(parsed.issues[0])
}
