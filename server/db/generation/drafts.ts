// Jobs that are paid for when they are queued: the drafts of a set, and refinements. Ownership is in the queries.

import { sql, type Transaction } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/generation-job.ts'
import type {
  AddedJobs,
  DraftLinks,
  GenerationJobs,
  PaidJob,
} from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import { enqueue, jobNames } from '../core/jobs.ts'
import { jsonb } from '../core/json.ts'
import type { Database } from '../schema/database.ts'
import { takeCredits } from './credits.ts'
import { keepBody } from './generation-bodies.ts'

type Added = Parameters<GenerationJobs['addPaid']>[0]

type Why =
  | Exclude<AddedJobs, { kind: 'added' }>
  /** The refinement that was in the way has failed or was deleted since. */
  | { readonly kind: 'cleared' }

/** Ends the transaction: nothing of it is kept. */
class NotAdded extends Error {
  override readonly name = 'NotAdded'
  readonly why: Why
  constructor(why: Why) {
    super(why.kind)
    this.why = why
  }
}

const addTries = 3

export async function addPaidJobs(
  db: Db,
  added: Added,
  traceparent: string | null,
): Promise<AddedJobs> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryToAdd(db, added, traceparent)
    if (outcome.kind !== 'cleared') return outcome
    if (tries === addTries) throw new Error('refinements of the draft come and go')
  }
}

/** The jobs are locked before the account, as by every charge. */
async function tryToAdd(
  db: Db,
  { accountId, createdAt, jobs }: Added,
  traceparent: string | null,
): Promise<AddedJobs | Extract<Why, { kind: 'cleared' }>> {
  try {
    await db.transaction().execute(async (tx) => {
      for (const job of jobs) await addJob(tx, job, { accountId, createdAt })
      let taken = 0
      for (const { id, credits } of jobs) {
        const charged = await takeCredits(tx, { accountId, jobId: id, credits })
        if (charged.kind === 'insufficient') {
          throw new NotAdded({ ...charged, available: charged.available + taken })
        }
        if (charged.kind === 'in_debt') throw new NotAdded(charged)
        taken += credits
      }
      for (const { id } of jobs) await enqueue(tx, jobNames.generate, { id, traceparent })
    })
    return { kind: 'added' }
  } catch (error) {
    if (error instanceof NotAdded) return error.why
    throw error
  }
}

type Owned = Pick<Added, 'accountId' | 'createdAt'>

async function addJob(
  tx: Transaction<Database>,
  job: PaidJob,
  { accountId, createdAt }: Owned,
): Promise<void> {
  const { id, request, credits, body, draftOf, refines } = job
  // Waits for another refinement of the same draft, or another run of the same request, that is being added.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('generation_jobs')
    .values({
      id,
      account_id: accountId,
      status: 'queued',
      stage: null,
      content_type: body?.contentType ?? null,
      request: jsonb(request),
      credits_charged: credits,
      draft_set: draftOf?.setId ?? null,
      draft_place: draftOf?.place ?? null,
      refines: refines ?? null,
      created_at: createdAt,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) {
    throw new NotAdded(await whatIsInTheWay(tx, job))
  }
  if (body !== null) await keepBody(tx, id, body)
}

/** What an earlier run of the request has added, in whatever state and deleted or not; else the refined model of the draft. */
async function whatIsInTheWay(
  tx: Transaction<Database>,
  { id, draftOf, refines }: Pick<PaidJob, 'id' | 'draftOf' | 'refines'>,
): Promise<Why> {
  const { setId = null } = draftOf ?? {}
  const earlier = await tx
    .selectFrom('generation_jobs')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('draft_set', '=', setId)]))
    .orderBy('draft_place')
    .execute()
  if (earlier.length > 0) return { kind: 'repeated', jobIds: earlier.map((job) => job.id) }
  const refined = await tx
    .selectFrom('generation_jobs')
    .select('id')
    .where('refines', '=', refines ?? null)
    .where(stands)
    .executeTakeFirst()
  return refined === undefined ? { kind: 'cleared' } : { kind: 'refined', jobId: refined.id }
}

/** The condition of the index that allows one refined model for a draft. */
const stands = sql<boolean>`status <> 'error' and deleted_at is null`

/** The refined model of the job in the outer query. */
export const refinedId = sql<GenerationJobId | null>`(select refined.id from generation_jobs refined
  where refined.refines = generation_jobs.id and refined.account_id = generation_jobs.account_id
    and refined.status <> 'error' and refined.deleted_at is null)`

export async function readDraftLinks(
  db: Db,
  accountId: AccountId,
  id: GenerationJobId,
): Promise<DraftLinks> {
  const row = await db
    .selectFrom('generation_jobs')
    .leftJoin('generation_jobs as draft', (join) =>
      join
        .onRef('draft.id', '=', 'generation_jobs.refines')
        .onRef('draft.account_id', '=', 'generation_jobs.account_id')
        .on('draft.deleted_at', 'is', null),
    )
    .select(['generation_jobs.draft_set as setId', 'draft.id as refines'])
    .select(['draft.draft_set as refinesSetId', refinedId.as('refinedId')])
    .where('generation_jobs.id', '=', id)
    .where('generation_jobs.account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { setId: null, refines: null, refinesSetId: null, refinedId: null }
}
