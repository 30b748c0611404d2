// Versions of the farm's terms and of the shop's branding: rows that are only added.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from './connect.ts'
import { readRows, wholeNumber } from './read-rows.ts'

const newestRow = v.object({ newest: v.nullable(wholeNumber) })

/** Returns the highest stored version of the rows (`id`) or of the files (`file_version`), or null if there is none. */
export async function readNewest(
  db: Db,
  table: 'branding_versions' | 'farm_terms',
  column: 'id' | 'file_version',
): Promise<number | null> {
  const [row] = await readRows(
    db,
    newestRow,
    sql`select max(${sql.ref(column)})::float8 as newest from ${sql.table(table)}`,
  )
  return row?.newest ?? null
}
