// Common part of the tables of Idempotency-Keys: when a key is free, who holds it, and how its claim ends.

import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import { keyHours } from '../../domain/base/time/retention.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import type { HeldKey, HeldKeys, KeyClaim } from '../../domain/idempotency/ports.ts'
import type { Db } from '../core/connect.ts'
import { isOlderThan } from '../core/transactions/leases.ts'

type KeyTable = 'idempotency_keys' | 'spend_keys'

/** Not a parameter, because statements that contain it are prepared. */
export const keyLife = sql.raw(`interval '${keyHours} hours'`)

const renewEveryMs = 3_000

/** Whether the claimed key `k` has expired and may be claimed as a new key. */
export const isExpired = sql`k.created_at <= now() - ${keyLife}`

/** The values that a claim sets in an existing key `k`. */
export const claimedAgain = sql`request_hash = excluded.request_hash, holder = excluded.holder, answer = null, claimed_at = now(),
  created_at = case when ${isExpired} then now() else k.created_at end`

/** Whether a claim takes over the key `k`: it has expired, or a run of the same request abandoned it. */
export const isFree = (leaseSeconds: number | RawBuilder<unknown>) =>
  sql`${isExpired} or (k.answer is null and k.request_hash = excluded.request_hash
    and ${isOlderThan('k.claimed_at', leaseSeconds)})`

/** Condition for the claim of a run in progress. */
export const isHeld = ({ accountId, key, holder }: HeldKey) =>
  sql`account_id = ${accountId} and key = ${key} and holder = ${holder} and answer is null`

export function heldKeys(db: Db, table: KeyTable, log: Pick<Log, 'warn'>): HeldKeys {
  const setClaimedAt = async (held: HeldKey, time: RawBuilder<unknown>) => {
    await sql`update ${sql.table(table)} set claimed_at = ${time} where ${isHeld(held)}`.execute(db)
  }
  return {
    keepAlive: (held) => {
      // A failed renewal may at worst admit a repeated request too early, which then finds what this run made.
      const renew = () =>
        void setClaimedAt(held, sql`now()`).catch((error) =>
          log.warn('idempotency.claim_not_renewed', { table, error }),
        )
      const timer = setInterval(renew, renewEveryMs)
      return () => clearInterval(timer)
    },
    endRun: (held) => setClaimedAt(held, sql`'-infinity'`),
    release: async (held) => {
      await sql`delete from ${sql.table(table)} where ${isHeld(held)}`.execute(db)
    },
  }
}

/** Returns the state of a key that could not be claimed. `answer` is the column's value. */
export async function readTakenKey(
  db: Db,
  table: KeyTable,
  { accountId, key, requestHash }: KeyClaim,
): Promise<
  | { readonly kind: 'completed'; readonly answer: unknown }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }
> {
  const { rows } = await sql<{ request_hash: string; answer: unknown }>`
    select request_hash, answer from ${sql.table(table)} where account_id = ${accountId} and key = ${key}`.execute(
    db,
  )
  const [row] = rows
  // A rejected request released the key in the meantime; the caller may retry.
  if (row === undefined) return { kind: 'running', retryAfterSeconds: retryHintSeconds.releasedKey }
  if (row.request_hash !== requestHash) return { kind: 'other_request' }
  if (row.answer !== null) return { kind: 'completed', answer: row.answer }
  return { kind: 'running', retryAfterSeconds: retryHintSeconds.sameKey }
}
