// The health of vendors, and vendor tasks that no job waits for.
import { sql } from 'kysely'
import {
  type EngineHealth,
  type Leftover,
  type Leftovers,
  shownLeftovers,
} from '../../domain/generation/engine/engine-health.ts'
import type { Db, Tx } from '../core/connect.ts'

export function createEngineHealth(db: Db): EngineHealth {
  return {
    set: async ({ vendor, trouble, seenAt, leftOutUntil }) => {
      await sql`
        insert into engine_health as h (vendor, trouble, since, seen_at, left_out_until)
        values (${vendor}, ${trouble}, ${seenAt}, ${seenAt}, ${leftOutUntil})
        on conflict (vendor) do update set trouble = excluded.trouble, seen_at = excluded.seen_at,
          left_out_until = excluded.left_out_until,
          since = case when h.trouble = excluded.trouble then h.since else excluded.since end`.execute(
        db,
      )
    },
    clear: async (vendor, kind) => {
      await db
        .deleteFrom('engine_health')
        .where('vendor', '=', vendor)
        .$if(kind !== undefined, (query) => query.where('trouble', '=', kind ?? 'busy'))
        .execute()
    },
    list: async (seenSince) => {
      const rows = await db
        .selectFrom('engine_health')
        .selectAll()
        .where('seen_at', '>', seenSince)
        .orderBy('vendor')
        .execute()
      return rows.map(({ vendor, trouble, since, seen_at, left_out_until }) => ({
        vendor,
        trouble,
        since,
        seenAt: seen_at,
        leftOutUntil: left_out_until,
      }))
    },
  }
}

export async function addLeftover(
  db: Db | Tx,
  { jobId, vendor, taskId, why, cancelled }: Leftover,
): Promise<void> {
  await db
    .insertInto('vendor_leftovers')
    .values({ job_id: jobId, vendor, task_id: taskId, why, cancelled })
    .onConflict((on) => on.doNothing())
    .execute()
}

export function createLeftovers(db: Db): Leftovers {
  return {
    add: (leftover) => addLeftover(db, leftover),
    list: async () => {
      const rows = await db
        .selectFrom('vendor_leftovers')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(shownLeftovers)
        .execute()
      return rows.map(({ job_id, vendor, task_id, why, cancelled, at }) => ({
        jobId: job_id,
        vendor,
        taskId: task_id,
        why,
        cancelled,
        at,
      }))
    },
  }
}
