// Answers kept for the Idempotency-Key header, 24 hours (decisions.md 14).
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { IdempotencyKeys } from '../../domain/orders/ports.ts'
import type { Db } from '../core/connect.ts'

type Claim = Parameters<IdempotencyKeys['claim']>[0]

export function createIdempotencyKeys(db: Db): IdempotencyKeys {
  return {
    claim: (request) => claim(db, request),
    keepAlive: (accountId, key) => keepAlive(db, accountId, key),
    saveResponse: (accountId, key, response) => saveResponse(db, accountId, key, response),
    release: (accountId, key) => release(db, accountId, key),
  }
}

/**
 * Inserts the claim, or takes over one that is expired or abandoned; else reads what holds the key. An expired key takes
 * its order's copy along: the order is some seconds younger than the key it was placed under.
 */
async function claim(db: Db, request: Claim): ReturnType<IdempotencyKeys['claim']> {
  const { accountId, key, requestHash, leaseSeconds } = request
  const claimed = await sql<{ key: string }>`
    with expired as (
      update orders set idempotency_key = null
      where account_id = ${accountId} and idempotency_key = ${key} and (created_at <= now() - interval '24 hours'
        or exists (select from idempotency_keys where account_id = ${accountId} and key = ${key}
          and created_at <= now() - interval '24 hours'))
    )
    insert into idempotency_keys as k (account_id, key, request_hash)
    values (${accountId}, ${key}, ${requestHash})
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, answer = null, claimed_at = now(),
        created_at = case when k.created_at <= now() - interval '24 hours' then now() else k.created_at end
      where k.created_at <= now() - interval '24 hours'
        or (k.answer is null and k.request_hash = excluded.request_hash
          and k.claimed_at <= now() - make_interval(secs => ${leaseSeconds}))
    returning key`.execute(db)
  if (claimed.rows.length > 0) return { kind: 'claimed' }
  const held = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  // Gone in between: the request that held it was refused and released it; the caller may simply try again.
  if (held === undefined) return { kind: 'running', retryAfterSeconds: 1 }
  if (held.request_hash !== requestHash) return { kind: 'other_request' }
  if (held.answer !== null) return { kind: 'completed', response: held.answer }
  return { kind: 'running', retryAfterSeconds: 2 }
}

const renewEveryMs = 3_000

function keepAlive(db: Db, accountId: AccountId, key: string): () => void {
  const renew = () => {
    const renewed = db
      .updateTable('idempotency_keys')
      .set({ claimed_at: sql`now()` })
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .where('answer', 'is', null)
      .execute()
    // A renewal that fails lets a repeat in too early at worst, and an order is unique for its key all the same.
    renewed.catch(() => {})
  }
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

async function saveResponse(db: Db, accountId: AccountId, key: string, response: unknown) {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(response) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    // The first answer stays, also when a repeat found the order first.
    .where('answer', 'is', null)
    .execute()
}

async function release(db: Db, accountId: AccountId, key: string) {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .execute()
}

/**
 * Forgets keys; run by the hourly sweep. An hour later than they end, so that the order under a swept key is past its 24
 * hours as well: the order's own copy goes when the key is claimed again.
 */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at <= now() - interval '25 hours'`.execute(
    db,
  )
}
