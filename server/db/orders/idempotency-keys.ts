// Responses stored for the Idempotency-Key header (decisions.md 14).

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import { keyHours } from '../../domain/base/retention.ts'
import type { IdempotencyKeys, KeyClaim } from '../../domain/orders/ports.ts'
import { keyOfOrder } from '../../domain/orders/submit/idempotency-key.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { isOlderThan } from '../core/leases.ts'
import { prepare } from '../core/prepared.ts'
import { removeRows } from '../core/remove-rows.ts'
import { readResponse, storedResponse } from './stored-response.ts'

/** No parameter, because the statements are prepared. */
const keyLife = sql.raw(`interval '${keyHours} hours'`)

export function createIdempotencyKeys({
  db,
  pool,
}: Pick<OpenDatabase, 'db' | 'pool'>): IdempotencyKeys {
  const take = prepareTake({ db, pool })
  const save = prepareSave({ db, pool })
  return {
    claim: (request) => claim(db, take, request),
    keepAlive: (accountId, key, holder) => keepAlive(db, { accountId, key, holder }),
    saveResponse: async (accountId, key, response) =>
      void (await save(storedResponse(response), accountId, key)),
    endRun: (accountId, key, holder) => endRun(db, { accountId, key, holder }),
    release: (accountId, key, holder) => release(db, { accountId, key, holder }),
  }
}

/**
 * Inserts the claim, or takes over one that is expired or abandoned; else reads the request that holds the key. The copy of an
 * expired key in its order is removed as well: the order is some seconds younger than the key it was placed under.
 */
function prepareTake({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const [account, keyInOrder, named] = [sql`${null}`, sql`${null}`, sql`${null}`]
  const [hash, holder, lease] = [sql`${null}`, sql`${null}`, sql`${null}`]
  const query = sql<{ key: string }>`
    with expired as (
      update orders set idempotency_key = null
      where account_id = ${account} and idempotency_key = ${keyInOrder} and (created_at <= now() - ${keyLife}
        or exists (select from idempotency_keys where account_id = ${account} and key = ${named}
          and created_at <= now() - ${keyLife}))
    )
    insert into idempotency_keys as k (account_id, key, request_hash, holder)
    values (${account}, ${named}, ${hash}, ${holder})
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, holder = excluded.holder, answer = null, claimed_at = now(),
        created_at = case when k.created_at <= now() - ${keyLife} then now() else k.created_at end
      where k.created_at <= now() - ${keyLife}
        or (k.answer is null and k.request_hash = excluded.request_hash
          and ${isOlderThan('k.claimed_at', lease)})
    returning key`.compile(db)
  const run = prepare<{ key: string }, (string | number)[]>(pool, 'claim-key', query)
  return ({ accountId, key, requestHash, holder, leaseSeconds }: KeyClaim) =>
    run(
      accountId,
      keyOfOrder(key),
      accountId,
      key,
      accountId,
      key,
      requestHash,
      holder,
      leaseSeconds,
    )
}

/** The first response stays, also when a retry found the order first. */
function prepareSave({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const query = sql<{ key: string }>`
    update idempotency_keys set answer = ${null}
    where account_id = ${null} and key = ${null} and answer is null
    returning key`.compile(db)
  return prepare<{ key: string }, [answer: string, AccountId, key: string]>(
    pool,
    'save-response',
    query,
  )
}

async function claim(
  db: Db,
  take: ReturnType<typeof prepareTake>,
  request: KeyClaim,
): ReturnType<IdempotencyKeys['claim']> {
  const { accountId, key, requestHash } = request
  const claimed = await take(request)
  if (claimed.length > 0) return { kind: 'claimed' }
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  // Released in between by a request that was refused; the caller may simply retry.
  if (row === undefined) return { kind: 'running', retryAfterSeconds: 1 }
  if (row.request_hash !== requestHash) return { kind: 'other_request' }
  if (row.answer !== null) {
    const place = { table: 'idempotency_keys', column: 'answer', id: `${accountId} ${key}` }
    return { kind: 'completed', response: readResponse(row.answer, place) }
  }
  return { kind: 'running', retryAfterSeconds: 2 }
}

const renewEveryMs = 3_000

type HeldKey = Pick<KeyClaim, 'accountId' | 'key' | 'holder'>

function keepAlive(db: Db, { accountId, key, holder }: HeldKey): () => void {
  const renew = () => {
    const renewed = db
      .updateTable('idempotency_keys')
      .set({ claimed_at: sql`now()` })
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .where('answer', 'is', null)
      .execute()
    // At worst a failed renewal lets a retry in too early, and an order is unique for its key anyway.
    renewed.catch(() => {})
  }
  const timer = setInterval(renew, renewEveryMs)
  return () => clearInterval(timer)
}

async function endRun(db: Db, { accountId, key, holder }: HeldKey) {
  await db
    .updateTable('idempotency_keys')
    .set({ claimed_at: sql`'-infinity'` })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .where('answer', 'is', null)
    .execute()
}

async function release(db: Db, { accountId, key, holder }: HeldKey) {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .where('answer', 'is', null)
    .execute()
}

/**
 * Deletes expired keys; run by the hourly sweep. An hour after they expire, so that the hours of the order under a key are over
 * as well: the order's copy of the key is removed when the key is claimed again.
 */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await removeRows(db, 'idempotency_keys', {
    where: sql`created_at <= now() - make_interval(hours => ${keyHours + 1})`,
  })
}
