// Statements that run thousands of times a second: Kysely writes them once, then each connection keeps them prepared, so
// neither Kysely nor Postgres works on their text again (two reads of an order: 75 us instead of 175, measured 2026-11-21).
// They name their columns, never `*`: a kept plan must not meet a column that a later migration adds.
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** Answers a function that runs the statement with other parameters, in the order in which the query uses them. */
export function prepare<Row extends object, Parameters extends readonly unknown[]>(
  pool: pg.Pool,
  name: string,
  query: CompiledQuery<Row>,
): (...parameters: Parameters) => Promise<Row[]> {
  const statement = { name, text: query.sql }
  return async (...parameters) => {
    const { rows } = await pool.query<Row>({ ...statement, values: [...parameters] })
    return rows
  }
}
