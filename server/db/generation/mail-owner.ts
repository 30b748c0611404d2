// Mail about the end of a generation, or of the last draft of a set. It is queued in the transaction that ends the generation, so that
// exactly one mail is sent.

import { sql } from 'kysely'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import {
  type DraftEnds,
  deliveredMail,
  doneMail,
  draftsMail,
  type MailedEnd,
} from '../../domain/generation/run/done-mail.ts'
import type { Tx } from '../core/connect.ts'
import { queueMailJob } from '../core/jobs/queue-mail.ts'
import { isLive } from './live-jobs.ts'

type Ended = {
  readonly id: GenerationJobId
  /** `cancelled` is mailed only for the last draft of a set. */
  readonly end: MailedEnd | 'cancelled'
  readonly baseUrl: string
}

/** Queues the mail for a job that is already finished. Must be the last statement of its transaction that may lock rows. */
export async function mailOwner(tx: Tx, { id, end, baseUrl }: Ended): Promise<void> {
  const asked = await tx
    .selectFrom('generation_jobs')
    .innerJoin('accounts', 'accounts.id', 'generation_jobs.account_id')
    .select(['accounts.email', 'draft_set as setId'])
    .select(sql<string>`request ->> 'prompt'`.as('prompt'))
    .where('generation_jobs.id', '=', id)
    .where(sql<boolean>`request -> 'notify' = 'true'::jsonb`)
    .executeTakeFirst()
  if (asked === undefined) return
  const { email: to, prompt, setId } = asked
  if (setId !== null) {
    const ends = await endsOfSet(tx, setId)
    if (ends === null) return
    const mail = draftsMail({ to, setId, prompt, ends, baseUrl })
    await queueMailJob(tx, { orderId: null, kind: `generation:${setId}` }, mail)
  } else if (end !== 'cancelled') {
    const mail = doneMail({ to, id, prompt, end, baseUrl })
    await queueMailJob(tx, { orderId: null, kind: `generation:${id}` }, mail)
  }
}

/**
 * Queues the mail for a withheld model that is delivered now, regardless of the owner's choice: an earlier mail said that there is no
 * model.
 */
export async function mailDelivered(tx: Tx, { id, baseUrl }: Omit<Ended, 'end'>): Promise<void> {
  const { email: to, prompt } = await tx
    .selectFrom('generation_jobs')
    .innerJoin('accounts', 'accounts.id', 'generation_jobs.account_id')
    .select('accounts.email')
    .select(sql<string>`coalesce(request ->> 'prompt', '')`.as('prompt'))
    .where('generation_jobs.id', '=', id)
    .executeTakeFirstOrThrow()
  const mail = deliveredMail({ to, id, prompt, baseUrl })
  await queueMailJob(tx, { orderId: null, kind: `generation:${id}:delivered` }, mail)
}

/**
 * Returns null while a draft of the set is in progress, and when all were cancelled. The lock makes two drafts that end at the same time
 * run one after another: the second sees the end of the first.
 */
async function endsOfSet(tx: Tx, setId: string): Promise<DraftEnds | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${setId}, 0))`.execute(tx)
  const isDone = sql`status = 'done'`
  const isStored = sql`(result -> 'persisted')::boolean`
  const { live, made, unstored, failed } = await tx
    .selectFrom('generation_jobs')
    .select([
      sql<number>`(count(*) filter (where ${isLive}))::int`.as('live'),
      sql<number>`(count(*) filter (where ${isDone} and ${isStored}))::int`.as('made'),
      sql<number>`(count(*) filter (where ${isDone} and not ${isStored}))::int`.as('unstored'),
      sql<number>`(count(*) filter (where status = 'error' and failure ->> 'kind' <> 'generation_cancelled'))::int`.as(
        'failed',
      ),
    ])
    .where('draft_set', '=', setId)
    .executeTakeFirstOrThrow()
  return live > 0 || made + unstored + failed === 0 ? null : { made, unstored, failed }
}
