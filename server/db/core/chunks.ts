// Sums up a long history in short transactions.
import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema/database.ts'
import type { Db } from './connect.ts'

/** A range of time. `isLast`: nothing follows it yet. */
export type Chunk = { readonly from: Date; readonly to: Date; readonly isLast: boolean }

export type Outcome = 'done' | 'more'

/**
 * Runs `step` in one transaction after another, under the advisory lock, until it is done. Returns false while another process holds the
 * lock.
 */
export async function sumInChunks(
  db: Db,
  lock: number,
  step: (tx: Transaction<Database>) => Promise<Outcome>,
): Promise<boolean> {
  for (;;) {
    const outcome = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(${lock}) as taken`.execute(tx)
      return rows[0]?.taken === true ? await step(tx) : 'busy'
    })
    if (outcome !== 'more') return outcome === 'done'
  }
}
