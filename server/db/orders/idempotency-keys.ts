// Responses to submits, stored for the Idempotency-Key header (decisions.md 14).

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Log } from '../../domain/base/ports.ts'
import { keyHours } from '../../domain/base/time/retention.ts'
import type { KeyClaim } from '../../domain/idempotency/ports.ts'
import type { IdempotencyKeys } from '../../domain/orders/ports.ts'
import { keyOfOrder } from '../../domain/orders/submit/order-key.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { prepare } from '../core/connection/prepared.ts'
import { removeRows } from '../core/remove-rows.ts'
import { claimedAgain, heldKeys, isFree, keyLife, readTakenKey } from '../idempotency/held-keys.ts'
import { readResponse, storedResponse } from './stored-response.ts'

export function createIdempotencyKeys(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  log: Pick<Log, 'warn'>,
): IdempotencyKeys {
  const take = prepareTake({ db, pool })
  const save = prepareSave({ db, pool })
  return {
    ...heldKeys(db, 'idempotency_keys', log),
    claim: async (request) => {
      const claimed = await take(request)
      return claimed.length > 0 ? { kind: 'claimed' } : await readTaken(db, request)
    },
    save: async ({ accountId, key }, response) =>
      void (await save(storedResponse(response), accountId, key)),
  }
}

/**
 * Inserts the claim, or takes over an expired or abandoned one. Also removes the copy of an expired key from its order, because the order
 * is some seconds younger than the key.
 */
function prepareTake({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const [account, keyInOrder, named] = [sql`${null}`, sql`${null}`, sql`${null}`]
  const [hash, keyHolder, lease] = [sql`${null}`, sql`${null}`, sql`${null}`]
  const query = sql<{ key: string }>`
    with expired as (
      update orders set idempotency_key = null
      where account_id = ${account} and idempotency_key = ${keyInOrder} and (created_at <= now() - ${keyLife}
        or exists (select from idempotency_keys where account_id = ${account} and key = ${named}
          and created_at <= now() - ${keyLife}))
    )
    insert into idempotency_keys as k (account_id, key, request_hash, holder)
    values (${account}, ${named}, ${hash}, ${keyHolder})
    on conflict (account_id, key) do update set ${claimedAgain} where ${isFree(lease)}
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

/** Stores the response. The first response stays, even if a retry found the order first. */
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

async function readTaken(db: Db, request: KeyClaim): ReturnType<IdempotencyKeys['claim']> {
  const taken = await readTakenKey(db, 'idempotency_keys', request)
  if (taken.kind !== 'completed') return taken
  const id = `${request.accountId} ${request.key}`
  const place = { table: 'idempotency_keys', column: 'answer', id }
  return { kind: 'completed', response: readResponse(taken.answer, place) }
}

/**
 * Deletes keys an hour after they expire. The order's copy of a key is younger and must be expired by then, because it is removed only
 * when the key is claimed again. The hourly sweep calls this.
 */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await removeRows(db, 'idempotency_keys', {
    where: sql`created_at <= now() - make_interval(hours => ${keyHours + 1})`,
  })
}
