// Generation jobs: each is taken forward under a lease, and every write of a step asks for it, so that a process that was
// thought dead and wakes up again changes nothing any more. How jobs end: generation-ends.ts.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJob, LeasedJob } from '../../domain/generation/run/job.ts'
import type {
  ChargeAnswer,
  GenerationJobs,
  JobPatch,
  NewJob,
} from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import { enqueue, jobNames } from '../core/jobs.ts'
import { jsonb } from '../core/jsonb.ts'
import type { Database } from '../core/schema.ts'
import { takeCredits } from './credits.ts'
import { completeJob, failJob } from './finish-generation-job.ts'
import { fetchBody, keepBody } from './generation-bodies.ts'
import { listRecentJobs } from './generation-list.ts'
import { listOrphans, requeueAbandoned } from './recover-stale-jobs.ts'

/** A living process renews its lease several times within this. */
export const leaseSeconds = 10
const live = ['queued', 'running'] as const

export function createGenerationJobs(db: Db): GenerationJobs {
  return {
    add: (job) => addJob(db, job),
    claim: (id, lease, now) => claimJob(db, id, lease, now),
    renew: (id, lease) => renewLease(db, id, lease),
    save: (id, lease, patch) => savePatch(db, id, lease, patch),
    reschedule: (id, lease, delayMs) => reschedule(db, id, lease, delayMs),
    recordCrash: (id, lease) => recordCrash(db, id, lease),
    charge: (id, lease, charge) => chargeJob(db, id, lease, charge),
    complete: (id, lease, end) => completeJob(db, id, lease, end),
    fail: (id, lease, end) => failJob(db, id, lease, end),
    fetchBody: (id, path) => fetchBody(db, id, path),
    read: (id) => readJob(db, id),
    readActive: (accountId, since) => readActive(db, accountId, since),
    listRecent: (accountId, limit) => listRecentJobs(db, accountId, limit),
    requeueAbandoned: () => requeueAbandoned(db),
    listOrphans: (before, limit) => listOrphans(db, before, limit),
    addLog: async ({ id, jobId, kind, model, facts }) => {
      const row = { id, job_id: jobId, kind, model, facts: jsonb(facts) }
      await db.insertInto('generation_logs').values(row).execute()
    },
  }
}

const leaseEnd = () =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds}::double precision)`

async function addJob(db: Db, job: NewJob): Promise<void> {
  const { id, accountId, createdAt, body, request, lease } = job
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('generation_jobs')
      .values({
        id,
        account_id: accountId,
        status: lease === null ? 'queued' : 'running',
        stage: lease === null ? null : 'enhancing',
        content_type: body?.contentType ?? null,
        request: request === null ? null : jsonb(request),
        lease,
        leased_until: lease === null ? null : leaseEnd(),
        created_at: createdAt,
        started_at: lease === null ? null : createdAt,
      })
      .execute()
    if (body !== null) {
      await keepBody(tx, id, body)
      await enqueue(tx, jobNames.generate, { id })
    }
  })
}

async function claimJob(db: Db, id: string, lease: string, now: Date): Promise<LeasedJob | null> {
  const row = await db
    .updateTable('generation_jobs')
    .set({
      status: 'running',
      stage: sql`coalesce(stage, 'enhancing')`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      lease,
      leased_until: leaseEnd(),
    })
    .where('id', '=', id)
    .where('status', 'in', live)
    .where((eb) => eb.or([eb('lease', 'is', null), eb('leased_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id,
    accountId: row.account_id as AccountId,
    lease,
    contentType: row.content_type,
    request: row.request,
    creditsCharged: row.credits_charged,
    plan: row.plan,
    createInFlight: row.creating,
    task: row.task,
    engineStartedAt: row.engine_started_at,
    polls: row.polls,
    brokenRuns: row.broken_runs,
  }
}

const held = (db: Db, id: string, lease: string) =>
  db
    .updateTable('generation_jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', 'in', live)

async function renewLease(db: Db, id: string, lease: string): Promise<boolean> {
  const { numUpdatedRows } = await held(db, id, lease)
    .set({ leased_until: leaseEnd() })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function savePatch(db: Db, id: string, lease: string, patch: JobPatch): Promise<boolean> {
  const { stage, plan, createInFlight, task, engineStartedAt, polls } = patch
  const { numUpdatedRows } = await held(db, id, lease)
    .set({
      leased_until: leaseEnd(),
      ...(stage && { stage }),
      ...(plan && { plan: jsonb(plan) }),
      ...(createInFlight !== undefined && { creating: createInFlight }),
      ...(task && { task: jsonb(task) }),
      ...(engineStartedAt && { engine_started_at: engineStartedAt }),
      ...(polls !== undefined && { polls }),
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function reschedule(db: Db, id: string, lease: string, delayMs: number): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await held(tx, id, lease)
      .set({ lease: null, leased_until: null })
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await enqueue(tx, jobNames.generate, { id }, delayMs)
    return true
  })
}

async function recordCrash(db: Db, id: string, lease: string): Promise<number> {
  const row = await held(db, id, lease)
    .set({ broken_runs: sql<number>`broken_runs + 1` })
    .returning('broken_runs')
    .executeTakeFirst()
  return row?.broken_runs ?? 0
}

/** Locks the job before the account, as every end does. */
async function chargeJob(
  db: Db,
  id: string,
  lease: string,
  { credits, request }: Parameters<GenerationJobs['charge']>[2],
): Promise<ChargeAnswer> {
  return await db.transaction().execute(async (tx) => {
    const job = await held(tx, id, lease)
      .set({ request: jsonb(request) })
      .where('credits_charged', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
    if (job === undefined) return { kind: 'lost' }
    const taken = await takeCredits(tx, { accountId: job.account_id, jobId: id, credits })
    if (taken.kind === 'short') return taken
    await held(tx, id, lease).set({ credits_charged: credits }).execute()
    return taken
  })
}

async function readJob(db: Db, id: string): Promise<GenerationJob | null> {
  const row = await jobsWithOwner(db).where('generation_jobs.id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    accountId: row.account_id as AccountId,
    userEmail: row.email,
    status: row.status,
    stage: row.status === 'running' ? row.stage : null,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    creditsCharged: row.credits_charged,
    result: row.result,
    failure: row.failure,
  }
}

function jobsWithOwner(db: Db) {
  const query: SelectQueryBuilder<Database, 'generation_jobs', object> =
    db.selectFrom('generation_jobs')
  return query
    .innerJoin('accounts', 'accounts.id', 'generation_jobs.account_id')
    .select(['accounts.email', 'generation_jobs.id', 'generation_jobs.account_id'])
    .select(['status', 'stage', 'generation_jobs.created_at', 'started_at', 'completed_at'])
    .select(['result', 'failure', 'credits_charged'])
}

async function readActive(db: Db, accountId: AccountId, since: Date) {
  const row = await db
    .selectFrom('generation_jobs')
    .select(['id', 'status', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .where('status', 'in', live)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$narrowType<{ status: 'queued' | 'running' }>()
    .executeTakeFirst()
  return row ?? null
}
