// Request bodies that background runs replay. They are stored as rows of one part each, so that they are written and deleted with their
// job in one transaction.

import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { retryPhotoHours, retryPhotoJobs } from '../../domain/base/time/retention.ts'
import type { RawBody } from '../../domain/generation/request/request.ts'
import type { Db, Tx } from '../core/connect.ts'
import { removeRows } from '../core/remove-rows.ts'

const partBytes = megabyte

/** Stores a body. Holds one part in memory at a time. */
export async function keepBody(tx: Tx, jobId: GenerationJobId, { source }: RawBody): Promise<void> {
  if ('text' in source) {
    await keepPart(tx, jobId, 0, Buffer.from(source.text))
    return
  }
  const file = await open(source.path, 'r')
  try {
    for (let part = 0; ; part += 1) {
      const buffer = Buffer.allocUnsafe(partBytes)
      const { bytesRead } = await file.read(buffer, 0, partBytes, part * partBytes)
      if (bytesRead === 0) return
      await keepPart(tx, jobId, part, buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

async function keepPart(tx: Tx, jobId: GenerationJobId, part: number, bytes: Buffer) {
  await tx.insertInto('generation_bodies').values({ job_id: jobId, part, bytes }).execute()
}

/** Writes the body to a file. Returns false, without creating the file, when no body is stored. */
export async function fetchBody(db: Db, jobId: GenerationJobId, path: string): Promise<boolean> {
  let part = await readPart(db, jobId, 0)
  if (part === undefined) return false
  const file = await open(path, 'wx', 0o600)
  try {
    for (let next = 1; part !== undefined; next += 1) {
      await file.writeFile(part.bytes)
      part = await readPart(db, jobId, next)
    }
  } finally {
    await file.close()
  }
  return true
}

function readPart(db: Db, jobId: GenerationJobId, part: number) {
  return db
    .selectFrom('generation_bodies')
    .select('bytes')
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst()
}

/**
 * Copies the body of a finished job of the account that made no model. Returns null when none is stored. It is kept as long as the body of
 * the retry that uses it: a retry names the previous job and has no photos itself.
 */
export async function fetchKeptBody(
  db: Db,
  accountId: AccountId,
  id: GenerationJobId,
  path: string,
): Promise<string | null> {
  const job = await db
    .updateTable('generation_jobs')
    .set({ photos_used_at: sql`now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('completed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('generation_bodies').select('part').where('job_id', '=', id)),
    )
    .returning('content_type')
    .executeTakeFirst()
  const type = job?.content_type ?? null
  return type !== null && (await fetchBody(db, id, path)) ? type : null
}

/** Whether `fetchKeptBody` would find a body. */
export async function hasKeptBody(
  db: Db,
  accountId: AccountId,
  id: GenerationJobId,
): Promise<boolean> {
  const part = await db
    .selectFrom('generation_bodies')
    .innerJoin('generation_jobs', 'generation_jobs.id', 'job_id')
    .select('part')
    .where('job_id', '=', id)
    .where('part', '=', 0)
    .where('account_id', '=', accountId)
    .where('completed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return part !== undefined
}

/** Ends a job that made no model, and keeps its pictures for a retry. Text prompts are in the job's request. */
export async function keepForRetry(tx: Tx, jobId: GenerationJobId): Promise<void> {
  await tx
    .deleteFrom('generation_bodies')
    .where('job_id', '=', jobId)
    .where(
      sql<boolean>`not exists (select from generation_jobs j where j.id = ${jobId} and j.request ->> 'inputMode' <> 'text')`,
    )
    .execute()
}

/** 200 MB per statement: what one statement can delete within its 15 seconds. */
const sweptParts = 200

/** A job takes the photos when it begins, and may end up to this much later. */
const longestJobHours = 1

/**
 * Deletes bodies older than a day, and all but the newest of each account: a rejected request costs its sender nothing. A retry makes the
 * photos that it used as new as itself.
 */
export const sweepKeptBodies = (db: Db): Promise<number> =>
  removeRows(db, 'generation_bodies', {
    batch: sweptParts,
    where: sql`job_id in (select id from (
      select id, needed_at, row_number() over (partition by account_id order by needed_at desc, id) as place
        from (select distinct job_id from generation_bodies) kept join generation_jobs on id = kept.job_id,
          lateral (select greatest(completed_at, photos_used_at + make_interval(hours => ${longestJobHours})) as needed_at) as times
        where completed_at is not null
      ) ended where place > ${retryPhotoJobs} or needed_at < now() - make_interval(hours => ${retryPhotoHours}))`,
  })

export async function dropBody(tx: Tx, jobId: GenerationJobId): Promise<void> {
  await tx.deleteFrom('generation_bodies').where('job_id', '=', jobId).execute()
}
