// Jobs that are paid for when they are queued: the drafts of a set, and refinements. The queries check ownership.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type {
  AddedJobs,
  DraftLinks,
  GenerationJobs,
  PaidJob,
} from '../../domain/generation/run/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { enqueue, jobNames } from '../core/jobs/jobs.ts'
import { jsonb } from '../core/values/json.ts'
import { takeCredits } from './credits.ts'
import { keepBody } from './generation-bodies.ts'

type Added = Parameters<GenerationJobs['addPaid']>[0]

type Why =
  | Exclude<AddedJobs, { kind: 'added' }>
  /** The conflicting refinement has since failed or was deleted. */
  | { readonly kind: 'cleared' }

/** Rolls back the transaction, so that nothing is stored. */
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
    if (tries === addTries) throw new Error('The refinements of the draft change too often.')
  }
}

/** Adds the jobs. Locks them before the account, as every charge does. */
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

async function addJob(tx: Tx, job: PaidJob, { accountId, createdAt }: Owned): Promise<void> {
  const { id, request, credits, body, draftOf, refines } = job
  // Waits for a concurrent insert: another refinement of the same draft, or another run of the same request.
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

/**
 * Finds the conflict: the draft that an earlier run of the request added, in any state and even if deleted, or the refined model of the
 * draft.
 */
async function whatIsInTheWay(
  tx: Tx,
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

/** Condition of the index that permits one refined model per draft. */
const stands = sql<boolean>`status <> 'error' and deleted_at is null`

/** Id of the refined model of the job in the outer query. */
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
