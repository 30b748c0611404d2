// The printer of a job that was counted. The rest of its record is in server/db/printers, which is built upon this folder.
import { sql } from 'kysely'
import type { Tx } from './job-rows.ts'

/** With the count of a job its printer is free: where the plate is full of it, it counts as cleared. */
export async function freePrinter(tx: Tx, jobId: string): Promise<void> {
  await sql`
    update printers set
      cleared_at = case when state = 'finished' then coalesce(cleared_at, now()) end,
      job_id = case when state = 'finished' then job_id end
    where job_id = ${jobId}`.execute(tx)
}
