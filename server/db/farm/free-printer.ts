// The printer of a job that was counted. The rest of its record is in server/db/printers, which is built upon this folder.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/print-job-id.ts'
import type { JobState } from '../../domain/farm/jobs/job.ts'
import type { Tx } from '../core/connect.ts'

type CountedJob = {
  readonly id: PrintJobId
  readonly state: JobState
  readonly printer: string | null
}

/**
 * With the count of a job its printer is free: where the plate is full of it, it counts as cleared. `job`: as it was before. Another
 * printer that had the job earlier may still have its remains, and so may the last one once the job went back to the queue.
 */
export async function freePrinter(tx: Tx, { id, state, printer }: CountedJob): Promise<void> {
  if (state !== 'claimed' && state !== 'printing') return
  await sql`
    update printers set
      cleared_at = case when state = 'finished' then coalesce(cleared_at, now()) end,
      job_id = case when state = 'finished' then job_id end
    where job_id = ${id} and name = ${printer}`.execute(tx)
}
