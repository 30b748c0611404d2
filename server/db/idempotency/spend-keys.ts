// Responses stored under the Idempotency-Key of a call that spends (decisions.md 14).

import { sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import { parseJson } from '../../domain/base/text/parse-json.ts'
import type { SpendKeys } from '../../domain/idempotency/ports.ts'
import type { Db } from '../core/connect.ts'
import { removeRows } from '../core/remove-rows.ts'
import {
  claimedAgain,
  heldKeys,
  isExpired,
  isFree,
  isHeld,
  keyLife,
  readTakenKey,
} from './held-keys.ts'

export function createSpendKeys(db: Db, log: Pick<Log, 'warn'>): SpendKeys {
  return {
    ...heldKeys(db, 'spend_keys', log),
    claim: (request) => claim(db, request),
    save: async (held, response) => {
      const answer = JSON.stringify(response)
      await sql`update spend_keys set answer = ${answer} where ${isHeld(held)}`.execute(db)
    },
  }
}

/** Inserts the claim, or takes over an expired or abandoned one; an abandoned one keeps its run id. */
async function claim(
  db: Db,
  request: Parameters<SpendKeys['claim']>[0],
): ReturnType<SpendKeys['claim']> {
  const { accountId, key, requestHash, holder, runId, leaseSeconds } = request
  const { rows } = await sql<{ run_id: string }>`
    insert into spend_keys as k (account_id, key, request_hash, holder, run_id)
    values (${accountId}, ${key}, ${requestHash}, ${holder}, ${runId})
    on conflict (account_id, key) do update
      set ${claimedAgain}, run_id = case when ${isExpired} then excluded.run_id else k.run_id end
      where ${isFree(leaseSeconds)}
    returning run_id`.execute(db)
  const [claimed] = rows
  if (claimed !== undefined) return { kind: 'claimed', runId: claimed.run_id }
  const taken = await readTakenKey(db, 'spend_keys', request)
  if (taken.kind !== 'completed') return taken
  return { kind: 'completed', response: parseJson(String(taken.answer)) }
}

/** Deletes expired keys. The hourly sweep calls it. */
export async function sweepSpendKeys(db: Db): Promise<void> {
  await removeRows(db, 'spend_keys', { where: sql`created_at <= now() - ${keyLife}` })
}
