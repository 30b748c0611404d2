// Sums up a long history in short transactions.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db, Tx } from './connect.ts'
import { readRows } from './read-rows.ts'

/** A range of time. `isLast`: nothing follows it yet. */
export const chunkRow = v.object({ from: v.date(), to: v.date(), isLast: v.boolean() })

export type Chunk = v.InferOutput<typeof chunkRow>

export type Outcome = 'done' | 'more'

/**
 * Runs `step` in one transaction after another, under the advisory lock, until it is done. Returns false while another process holds the
 * lock.
 */
export async function sumInChunks(
  db: Db,
  lock: number,
  step: (tx: Tx) => Promise<Outcome>,
): Promise<boolean> {
  for (;;) {
    const outcome = await db.transaction().execute(async (tx) => {
      const rows = await readRows(
        tx,
        v.object({ taken: v.boolean() }),
        sql`
        select pg_try_advisory_xact_lock(${lock}) as taken`,
      )
      return rows[0]?.taken === true ? await step(tx) : 'busy'
    })
    if (outcome !== 'more') return outcome === 'done'
  }
}
