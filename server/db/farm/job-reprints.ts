// Parts of a print job that are printed again, each as a separate job.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type PrintJobId, printJobIdOf } from '../../domain/base/ids/print-job-id.ts'
import type { PrintJob } from '../../domain/farm/jobs/job.ts'
import type { PlateCounts } from '../../domain/farm/plate-counts.ts'
import { reprintsOf } from '../../domain/farm/reports/reprint-jobs.ts'
import type { Tx } from '../core/connect.ts'
import { jsonb } from '../core/values/json.ts'
import { addJobEvents, nextVersion, placeOf, readJob } from './job-rows.ts'
import type { Row } from './plate-locks.ts'

/** Returns the job that reprints a job's scrap, or null when there is none. */
export async function reprintOf(tx: Tx, job: Row): Promise<PrintJob | null> {
  const made = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('order_id', '=', job.order_id)
    .where('reprint_of', '=', job.id)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return made === undefined ? null : await readJob(tx, made.id)
}

/** Queues the given number of the job's parts again on the same order, without a charge. Returns the ids. */
export async function addReprint(
  tx: Tx,
  job: Row,
  parts: number,
  by: string,
): Promise<readonly PrintJobId[]> {
  const spoiled = {
    parts: job.parts,
    fileId: job.print_file_id,
    ownKind: job.own_kind,
    centihours: placeOf(job.place)?.centihours ?? job.centihours,
  }
  const { partsPerJob, fileId, keepsFile, keepsSlices, ...again } = reprintsOf(spoiled, parts)
  const jobs = Array.from({ length: again.jobs }, () => ({
    id: printJobIdOf(randomUUID()),
    order_id: job.order_id,
    line: job.line,
    plate: job.plate,
    parts: partsPerJob,
    material: job.material,
    color: job.color,
    nozzle_diameter: job.nozzle_diameter,
    centihours: again.centihours,
    file_kind: keepsFile ? job.file_kind : job.own_kind,
    own_kind: job.own_kind,
    print_file_id: fileId,
    size_mm: keepsFile ? job.size_mm : null,
    flavor: keepsFile ? job.flavor : null,
    slice_settings: job.slice_settings === null ? null : jsonb(job.slice_settings),
    priority: job.priority,
    due_at: job.due_at,
    reprint_of: job.id,
    created_by: by,
    alone: job.alone,
    alone_reason: job.alone_reason,
  }))
  await tx.insertInto('print_jobs').values(jobs).execute()
  const ids = jobs.map(({ id }) => id)
  if (keepsSlices) await copySlices(tx, job.id, ids)
  await addJobEvents(tx, ids, { kind: 'queued', by, detail: `Reprint of ${partsPerJob}` })
  return ids
}

/** Copies the slices. A slice is for printers of its profile only, also in a reprint. */
async function copySlices(tx: Tx, from: PrintJobId, to: readonly PrintJobId[]): Promise<void> {
  await sql`
    insert into plate_slices (job_id, profile, state, attempts, due_at, print_file_id)
    select copy.id, profile, state, attempts, due_at, print_file_id
    from plate_slices cross join unnest(${[...to]}::uuid[]) as copy (id)
    where job_id = ${from} and state = 'sliced' and not shared`.execute(tx)
}

/** Records good parts of a done job that turned out bad: they become its scrap and are queued again. Returns the ids of the new jobs. */
export async function reprintParts(
  tx: Tx,
  job: Row,
  parts: number,
  { by, scrapReason }: Pick<PlateCounts, 'scrapReason'> & { readonly by: string },
): Promise<readonly PrintJobId[]> {
  await tx
    .updateTable('print_jobs')
    .set({
      good: (job.good ?? 0) - parts,
      scrap: (job.scrap ?? 0) + parts,
      version: nextVersion,
    })
    .where('id', '=', job.id)
    .execute()
  const detail = `${parts} of them`
  await addJobEvents(tx, [job.id], { kind: 'reprinted', by, detail, scrap: parts, scrapReason })
  return await addReprint(tx, job, parts, by)
}

/** Returns the job for the response to a report. A repeated report finds the same job. */
export async function firstOf(tx: Tx, ids: readonly PrintJobId[]): Promise<PrintJob | null> {
  const [first] = ids.toSorted()
  return first === undefined ? null : await readJob(tx, first)
}
