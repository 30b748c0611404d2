// Deletes rows that are no longer needed, in batches: a statement that takes 15 seconds is cancelled, which would undo all of its work.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema/database.ts'
import type { Db } from './connect.ts'

const batchRows = 10_000

/** Deletes the rows that meet the condition and returns their number. The condition needs an index. */
export async function removeRows(
  db: Db,
  table: keyof Database,
  { where, batch = batchRows }: { readonly where: RawBuilder<unknown>; readonly batch?: number },
): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${batch}))`.execute(
      db,
    )
    const rows = Number(numAffectedRows ?? 0)
    removed += rows
    if (rows < batch) return removed
  }
}
