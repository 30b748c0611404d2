// Responses stored for the Idempotency-Key header, for 24 hours (decisions.md 14).
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { SubmitResponse } from '../../domain/orders/place-order.ts'
import type { IdempotencyKeys } from '../../domain/orders/ports.ts'
import type { Db } from '../core/connect.ts'
import { isOlderThan } from '../core/leases.ts'
import { readResponse, storedResponse } from './stored-response.ts'

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
 * Inserts the claim, or takes over one that is expired or abandoned; else reads the request that holds the key. The copy of an
 * expired key in its order is removed as well: the order is some seconds younger than the key it was placed under.
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
          and ${isOlderThan('k.claimed_at', leaseSeconds)})
    returning key`.execute(db)
  if (claimed.rows.length > 0) return { kind: 'claimed' }
  const held = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  // Released in between by a request that was refused; the caller may simply retry.
  if (held === undefined) return { kind: 'running', retryAfterSeconds: 1 }
  if (held.request_hash !== requestHash) return { kind: 'other_request' }
  if (held.answer !== null) {
    const place = { table: 'idempotency_keys', column: 'answer', id: `${accountId} ${key}` }
    return { kind: 'completed', response: readResponse(held.answer, place) }
  }
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
    // A failed renewal lets a retry in too early at worst, and an order is unique for its key all the same.
    renewed.catch(() => {})
  }
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

async function saveResponse(db: Db, accountId: AccountId, key: string, response: SubmitResponse) {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: storedResponse(response) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    // The first response stays, also when a retry found the order first.
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
 * Deletes expired keys; run by the hourly sweep. An hour after they expire, so that the 24 hours of the order under a key are over
 * as well: the order's copy of the key is removed when the key is claimed again.
 */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at <= now() - interval '25 hours'`.execute(
    db,
  )
}
