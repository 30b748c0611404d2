// Frees the printer of a counted job. The rest of the printer's record is in server/db/printers, which depends on this folder.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { isRunning, type JobState } from '../../domain/farm/jobs/job.ts'
import type { Tx } from '../core/connect.ts'

type CountedJob = {
  readonly id: PrintJobId
  readonly state: JobState
  readonly printer: string | null
}

/**
 * Frees the printer when its job is counted: if the job's plate is on the printer, it is treated as cleared. `job` is the job before the
 * count. Another printer that had the job earlier may still hold its remains, and so may the last printer once the job returned to the
 * queue.
 */
export async function freePrinter(tx: Tx, { id, state, printer }: CountedJob): Promise<void> {
  if (!isRunning(state)) return
  await sql`
    update printers set
      cleared_at = case when state = 'finished' then coalesce(cleared_at, now()) end,
      job_id = case when state = 'finished' then job_id end
    where job_id = ${id} and name = ${printer}`.execute(tx)
}
