// Responses kept under the Idempotency-Key of a call that spends (decisions.md 14).

import { sql } from 'kysely'
import { keyHours } from '../../domain/base/retention.ts'
import type { ClaimedSpend, SpendClaim, SpendKeys } from '../../domain/orders/submit/spend-keys.ts'
import type { Db } from '../core/connect.ts'
import { isOlderThan } from '../core/leases.ts'
import { removeRows } from '../core/remove-rows.ts'

const keyLife = sql.raw(`interval '${keyHours} hours'`)
const renewEveryMs = 3_000

type Held = Pick<SpendClaim, 'accountId' | 'key' | 'holder'>

export function createSpendKeys(db: Db): SpendKeys {
  return {
    claim: (request) => claim(db, request),
    keepAlive: (held) => keepAlive(db, held),
    save: async (held, answer) => {
      await running(db, held)
        .set({ answer: JSON.stringify(answer) })
        .execute()
    },
    release: async ({ accountId, key, holder }) => {
      await db
        .deleteFrom('spend_keys')
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .where('holder', '=', holder)
        .where('answer', 'is', null)
        .execute()
    },
    endRun: async (held) => {
      await running(db, held).set({ claimed_at: sql`'-infinity'` }).execute()
    },
  }
}

/** The claim of a run that has not ended. */
const running = (db: Db, { accountId, key, holder }: Held) =>
  db
    .updateTable('spend_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .where('answer', 'is', null)

/** Inserts the claim, or takes over one that is expired or abandoned; an abandoned one keeps its run id. */
async function claim(db: Db, request: SpendClaim): Promise<ClaimedSpend> {
  const { accountId, key, requestHash, holder, runId, leaseSeconds } = request
  const isExpired = sql`k.created_at <= now() - ${keyLife}`
  const { rows } = await sql<{ run_id: string }>`
    insert into spend_keys as k (account_id, key, request_hash, holder, run_id)
    values (${accountId}, ${key}, ${requestHash}, ${holder}, ${runId})
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, holder = excluded.holder, answer = null, claimed_at = now(),
        run_id = case when ${isExpired} then excluded.run_id else k.run_id end,
        created_at = case when ${isExpired} then now() else k.created_at end
      where ${isExpired} or (k.answer is null and k.request_hash = excluded.request_hash
        and ${isOlderThan('k.claimed_at', leaseSeconds)})
    returning run_id`.execute(db)
  const [claimed] = rows
  if (claimed !== undefined) return { kind: 'claimed', runId: claimed.run_id }
  const row = await db
    .selectFrom('spend_keys')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  // Released in between by a request that was refused; the caller may simply retry.
  if (row === undefined) return { kind: 'running', retryAfterSeconds: 1 }
  if (row.request_hash !== requestHash) return { kind: 'other_request' }
  if (row.answer !== null) return { kind: 'completed', answer: JSON.parse(row.answer) }
  return { kind: 'running', retryAfterSeconds: 2 }
}

function keepAlive(db: Db, held: Held): () => void {
  const renew = () => {
    const renewed = running(db, held).set({ claimed_at: sql`now()` }).execute()
    // At worst a failed renewal lets a repeat in too early, and it finds what this run made by the run's id.
    renewed.catch(() => {})
  }
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

/** Deletes expired keys; run by the hourly sweep. */
export async function sweepSpendKeys(db: Db): Promise<void> {
  await removeRows(db, 'spend_keys', { where: sql`created_at <= now() - ${keyLife}` })
}
