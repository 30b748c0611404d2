// Generation jobs. Each job is advanced under a lease, and every write of a step requires the lease, so that a process that was presumed
// dead and resumes can no longer change anything. finish-generation-job.ts ends jobs.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId, GenerationLease } from '../../domain/base/ids/generation-job.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { GenerationJob, LeasedGenerationJob } from '../../domain/generation/run/job.ts'
import type { LiveStatus } from '../../domain/generation/run/job-status.ts'
import type {
  ChargeResult,
  GenerationJobs,
  JobCharge,
  JobPatch,
  NewJob,
} from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import { enqueue, jobNames } from '../core/jobs/jobs.ts'
import { hasLapsed, leaseEnd } from '../core/transactions/leases.ts'
import { jsonb } from '../core/values/json.ts'
import { cancelJob } from './cancel-job.ts'
import { takeCredits } from './credits.ts'
import { addPaidJobs, readDraftLinks } from './drafts.ts'
import { completeGenerationJob, failGenerationJob } from './finish-generation-job.ts'
import { fetchBody, fetchKeptBody, hasKeptBody, keepBody } from './generation-bodies.ts'
import {
  countJobs,
  listRecentJobs,
  readDraftSet,
  readListedJob,
  readProgress,
} from './generation-list.ts'
import { paceColumns, paceOf } from './job-pace.ts'
import { isLive } from './live-jobs.ts'
import { listOrphans, requeueAbandoned } from './orphans.ts'
import { placeOf, readPlan, readRequest, readTask } from './stored-request.ts'
import { readFailure, readResult } from './stored-result.ts'

/** In seconds. A live process renews its lease several times within this time. */
export const generationLeaseSeconds = 10

/**
 * Creates the store. `traceparent` comes from the current work and is passed to the jobs that it queues. `baseUrl` is for links in mails.
 */
export function createGenerationJobs(
  db: Db,
  log: Pick<Log, 'error'>,
  traceparent: () => string | null = () => null,
  baseUrl = '',
): GenerationJobs {
  return {
    add: (job) => addJob(db, job, traceparent()),
    addPaid: (added) => addPaidJobs(db, added, traceparent()),
    readDraftSet: (accountId, setId) => readDraftSet(db, log, accountId, setId),
    readDraftLinks: (accountId, id) => readDraftLinks(db, accountId, id),
    claim: (id, lease, now) => claimJob(db, id, lease, now),
    renew: (id, lease) => renewLease(db, id, lease),
    save: (id, lease, patch) => savePatch(db, id, lease, patch),
    reschedule: (id, lease, delayMs) =>
      reschedule(db, lease, { id, traceparent: traceparent() }, delayMs),
    recordCrash: (id, lease) => recordCrash(db, id, lease),
    charge: (id, lease, charge) => chargeJob(db, id, lease, charge),
    complete: (id, lease, end) => completeGenerationJob(db, { id, lease, baseUrl }, end),
    fail: (id, lease, end) => failGenerationJob(db, { id, lease, baseUrl }, end),
    cancel: (accountId, id, now) => cancelJob(db, accountId, id, { now, baseUrl }),
    fetchBody: (id, path) => fetchBody(db, id, path),
    hasKeptBody: (accountId, id) => hasKeptBody(db, accountId, id),
    fetchKeptBody: (accountId, id, path) => fetchKeptBody(db, accountId, id, path),
    read: (id) => readJob(db, id),
    readActive: (accountId, since) => readActive(db, accountId, since),
    listRecent: (accountId, limit, offset = 0) =>
      listRecentJobs(db, log, accountId, { limit, offset }),
    readListed: (accountId, id) => readListedJob(db, log, accountId, id),
    progress: (ids) => readProgress(db, ids),
    countOwned: (accountId) => countJobs(db, accountId),
    countAtVendor: (source) => countAtVendor(db, source),
    requeueAbandoned: () => requeueAbandoned(db),
    listOrphans: (before, limit) => listOrphans(db, before, limit),
    addLog: async ({ id, jobId, kind, model, facts }) => {
      const row = { id, job_id: jobId, kind, model, facts: jsonb(facts) }
      await db.insertInto('generation_logs').values(row).execute()
    },
  }
}

async function addJob(db: Db, job: NewJob, traceparent: string | null): Promise<void> {
  const { id, accountId, createdAt, body, request, leaseId } = job
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('generation_jobs')
      .values({
        id,
        account_id: accountId,
        status: leaseId === null ? 'queued' : 'running',
        stage: leaseId === null ? null : 'enhancing',
        content_type: body?.contentType ?? null,
        request: request === null ? null : jsonb(request),
        lease: leaseId,
        leased_until: leaseId === null ? null : leaseEnd(generationLeaseSeconds),
        created_at: createdAt,
        started_at: leaseId === null ? null : createdAt,
      })
      .onConflict((on) => on.column('id').doNothing())
      .executeTakeFirstOrThrow()
    // A run under the same key has added the job, and it was deleted since.
    if (numInsertedOrUpdatedRows === 0n) return
    if (body !== null) await keepBody(tx, id, body)
    if (leaseId === null) await enqueue(tx, jobNames.generate, { id, traceparent })
  })
}

async function claimJob(
  db: Db,
  id: GenerationJobId,
  lease: GenerationLease,
  now: Date,
): Promise<LeasedGenerationJob | null> {
  const row = await db
    .updateTable('generation_jobs')
    .set({
      status: 'running',
      stage: sql`coalesce(stage, 'enhancing')`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      lease,
      leased_until: leaseEnd(generationLeaseSeconds),
    })
    .where('id', '=', id)
    .where(isLive)
    .where((eb) => eb.or([eb('lease', 'is', null), hasLapsed('leased_until')]))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id,
    accountId: row.account_id,
    leaseId: lease,
    createdAt: row.created_at,
    contentType: row.content_type,
    request: readRequest(row.request, placeOf('request', id)),
    creditsCharged: row.credits_charged,
    plan: readPlan(row.plan, placeOf('plan', id)),
    createInFlight: row.creating,
    task: readTask(row.task, placeOf('task', id)),
    engineStartedAt: row.engine_started_at,
    polls: row.polls,
    storeFailedAt: row.store_failed_at,
    lookFailedAt: row.look_failed_at,
    crashCount: row.broken_runs,
  }
}

/** Update by the lease's holder. It changes no row once another process has the lease or the job is finished. */
const underLease = (db: Db, id: GenerationJobId, lease: GenerationLease) =>
  db.updateTable('generation_jobs').where('id', '=', id).where('lease', '=', lease).where(isLive)

async function renewLease(db: Db, id: GenerationJobId, lease: GenerationLease): Promise<boolean> {
  const { numUpdatedRows } = await underLease(db, id, lease)
    .set({ leased_until: leaseEnd(generationLeaseSeconds) })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function savePatch(
  db: Db,
  id: GenerationJobId,
  lease: GenerationLease,
  patch: JobPatch,
): Promise<boolean> {
  const { stage, plan, createInFlight, task, engineStartedAt, polls, storeFailedAt } = patch
  const { percent, engineAhead, lookFailedAt } = patch
  const { numUpdatedRows } = await underLease(db, id, lease)
    .set({
      leased_until: leaseEnd(generationLeaseSeconds),
      ...(stage && { stage }),
      ...(plan && { plan: jsonb(plan) }),
      ...(createInFlight !== undefined && { creating: createInFlight }),
      ...(task && { task: jsonb(task) }),
      ...(engineStartedAt && { engine_started_at: engineStartedAt }),
      ...(polls !== undefined && { polls }),
      ...(storeFailedAt && { store_failed_at: storeFailedAt }),
      ...(lookFailedAt !== undefined && { look_failed_at: lookFailedAt }),
      ...(percent !== undefined && { percent }),
      ...(engineAhead !== undefined && { engine_ahead: engineAhead }),
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function countAtVendor(db: Db, source: string): Promise<number> {
  const { count } = await db
    .selectFrom('generation_jobs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(isLive)
    .where('stage', '=', 'generating')
    .where(sql<string>`task ->> 'source'`, '=', source)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function reschedule(
  db: Db,
  lease: GenerationLease,
  payload: { id: GenerationJobId; traceparent: string | null },
  delayMs: number,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await underLease(tx, payload.id, lease)
      .set({ lease: null, leased_until: null })
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await enqueue(tx, jobNames.generate, payload, delayMs)
    return true
  })
}

async function recordCrash(db: Db, id: GenerationJobId, lease: GenerationLease): Promise<number> {
  const row = await underLease(db, id, lease)
    .set({ broken_runs: sql<number>`broken_runs + 1` })
    .returning('broken_runs')
    .executeTakeFirst()
  return row?.broken_runs ?? 0
}

/** Charges the job. Locks the job before the account, like every end of a job. */
async function chargeJob(
  db: Db,
  id: GenerationJobId,
  lease: GenerationLease,
  { credits, request }: JobCharge,
): Promise<ChargeResult> {
  return await db.transaction().execute(async (tx) => {
    const job = await underLease(tx, id, lease)
      .set({ request: jsonb(request) })
      .where('credits_charged', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
    if (job === undefined) return { kind: 'lease_lost' }
    const taken = await takeCredits(tx, { accountId: job.account_id, jobId: id, credits })
    if (taken.kind !== 'charged') return taken
    await underLease(tx, id, lease).set({ credits_charged: credits }).execute()
    return taken
  })
}

async function readJob(db: Db, id: GenerationJobId): Promise<GenerationJob | null> {
  const row = await db
    .selectFrom('generation_jobs')
    .innerJoin('accounts', 'accounts.id', 'generation_jobs.account_id')
    .select(['accounts.email', 'generation_jobs.id', 'generation_jobs.account_id'])
    .select(['status', 'stage', 'generation_jobs.created_at', 'started_at', 'completed_at'])
    .select(['result', 'failure', 'credits_charged'])
    .select(paceColumns)
    .where('generation_jobs.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    accountId: row.account_id,
    userEmail: row.email,
    status: row.status,
    stage: row.status === 'running' ? row.stage : null,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    creditsCharged: row.credits_charged,
    result: readResult(row.result, placeOf('result', id)),
    failure: readFailure(row.failure, placeOf('failure', id)),
    pace: paceOf(row),
  }
}

async function readActive(db: Db, accountId: AccountId, since: Date) {
  const row = await db
    .selectFrom('generation_jobs')
    .select(['id', 'status', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .where(isLive)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$narrowType<{ status: LiveStatus }>()
    .executeTakeFirst()
  return row ?? null
}
